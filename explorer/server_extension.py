"""A Jupyter server extension: `/explorer` is the start page, also on Binder and in JupyterLab, beside Voilà's own pages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from jupyter_server.utils import url_path_join

from .mechanics import mechanics
from .server import StartPage


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "explorer.server_extension"}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Answer `/explorer` where the server's folder, or `notebooks/` in it, has the dashboards: there Voilà finds them."""
    base, root = server.web_app.settings["base_url"], Path(server.root_dir)
    folder = next((one for one in ("notebooks/", "") if all((root / one / f"{name}.ipynb").is_file() for name in mechanics())), None)
    if folder is None:
        server.log.info("explorer: no dashboards in %s; start the server in the folder that has notebooks/", root)
        return
    os.environ["EXPLORER_START"] = "explorer"  # the kernels' pages link back here
    server.web_app.add_handlers(".*$", [(url_path_join(base, "/explorer/?"), StartPage, {"base": base, "start": "explorer", "folder": folder})])
