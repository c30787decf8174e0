"""Find a Chromium for the browser tests, or install one; prints its path, or one sentence and exit 1."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def given() -> str | None:
    """`$CHROMIUM`, else one on the path."""
    if named := os.environ.get("CHROMIUM"):
        found = shutil.which(named)
        if not found:
            sys.exit(f"$CHROMIUM is {named}, which is no program; unset it or name a Chromium")
        return found
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def from_debian() -> str | None:
    """Debian's package, where this user may install one."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return None
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]):
        if subprocess.run(command, stdout=sys.stderr, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}).returncode:
            return None
    return shutil.which("chromium")


def from_playwright() -> str | None:
    """Playwright's own build."""
    if subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], stdout=sys.stderr).returncode:
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as pw:
        path = pw.chromium.executable_path
    return path if os.path.exists(path) else None


if __name__ == "__main__":
    browser = given() or from_debian() or from_playwright()
    if not browser:
        sys.exit("No Chromium was found and none could be installed: install chromium, or set CHROMIUM to its path, and run make test again.")
    print(browser)
