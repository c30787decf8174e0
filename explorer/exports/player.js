// Steps through the trace that stands in this page as data: of which parts each picture is made, and what is said of it.
"use strict";
const { frames, parts, play: PLAY, pause: PAUSE } = JSON.parse(document.getElementById("trace").textContent);
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play" };
const page = document.documentElement, last = frames.length - 1;
const find = (selector) => document.querySelector(selector);
const root = find(".explorer-root"), board = find(".explorer-board"), picture = board.firstElementChild, list = find("[data-list]"), slider = find(".explorer-slider");
let step = 0, clock = 0;

const show = (to) => {
  step = Math.max(0, Math.min(last, to));
  const frame = frames[step];
  picture.setAttribute("viewBox", `0 0 ${frame.size}`);
  picture.innerHTML = frame.picture.map((k) => parts[k]).join("");
  board.setAttribute("aria-label", frame.label);
  board.dataset.step = root.dataset.step = step;
  for (const [place, k] of [[".explorer-sides", frame.sides], [".explorer-sentence", frame.sentence], [".explorer-told", frame.told]]) {
    const part = find(place);
    if (part.innerHTML !== parts[k]) part.innerHTML = parts[k];
  }
  slider.value = step;
  slider.setAttribute("aria-valuetext", frame.count);
  find(".explorer-count").textContent = frame.count;
  for (const [name, off] of [["first", step === 0], ["back", step === 0], ["forward", step === last], ["last", step === last]]) find(`button.explorer-${name}`).disabled = off;
  point();
  // The address leads back to this step; where a page may not change its address, it stays as it is.
  try { history.replaceState(null, "", `#${step}`); } catch { /* an address that stays */ }
};

// Mark the step in the list, and bring it into view without moving the page.
const point = () => {
  list.querySelectorAll("[aria-selected=true]").forEach((row) => row.setAttribute("aria-selected", "false"));
  const row = list.querySelector(`[data-value="${step}"]`);
  row.setAttribute("aria-selected", "true");
  list.setAttribute("aria-activedescendant", row.id);
  const above = row.offsetTop - list.scrollTop, below = above + row.offsetHeight - list.clientHeight;
  if (above < 0) list.scrollTop += above; else if (below > 0) list.scrollTop += below;
};

const dress = (playing) => {
  const button = find("button.explorer-play"), label = playing ? PAUSE : PLAY;
  button.firstElementChild.textContent = playing ? "⏸\ufe0e" : "▶\ufe0e";
  button.title = label;
  button.setAttribute("aria-label", label);
};
const stop = () => { clearTimeout(clock); clock = 0; dress(false); };
const wait = () => { clock = setTimeout(() => { show(step + 1); if (step < last) wait(); else stop(); }, Number(find("select.explorer-speed").value)); };
const play = () => {
  if (clock || !last) return stop();
  if (step === last) show(0);
  dress(true);
  wait();
};

const acts = {
  first: () => show(0), back: () => show(step - 1), forward: () => show(step + 1), last: () => show(last),
  goto: (value) => show(Number(value)), play, speed: () => { if (clock) { clearTimeout(clock); wait(); } },
};
// Whoever steps by hand has stopped playing.
const act = (what, value) => { if (what !== "play" && what !== "speed") stop(); acts[what](value); };

document.addEventListener("click", (event) => {
  const control = event.target.closest("[data-do]");
  if (control && !control.matches("select, input")) act(control.dataset.do, control.dataset.value);
});
slider.addEventListener("input", () => act("goto", slider.value));
find("select.explorer-speed").addEventListener("change", () => act("speed"));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select") || (event.key === " " && event.target.closest("button"))) return;
  const what = (event.target === list && { ArrowUp: "back", ArrowDown: "forward" }[event.key]) || KEYS[event.key];
  if (!what) return;
  event.preventDefault();
  act(what);
});
find(".explorer-theme").addEventListener("click", () => {
  const dark = page.dataset.theme ? page.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  page.dataset.theme = dark ? "light" : "dark";
});
const asked = () => { const number = location.hash.slice(1); return /^\d{1,7}$/.test(number) ? Number(number) : 0; };
addEventListener("hashchange", () => { if (asked() !== step) act("goto", asked()); });
find("select.explorer-speed").value = find("select.explorer-speed").dataset.value;
show(asked());
