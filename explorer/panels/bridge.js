// What a canvas lacks: named cells for screen readers, a keyboard that gets in and out, taps that do not trap the page,
// the true size in pixels; and what a page lacks: keys that step, a clock that plays, the address.

const FREE = "input, select, textarea, button, a[href], summary, [contenteditable=true], [role=slider], [role=tab], .explorer-board";
const STEPS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play" };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
// A press that moves further (in pixels) is a drag; so much of a step, let go of, is a turn; back or on it rolls for so long; an answer is awaited for so long.
const FAR = 6, ENOUGH = 0.6, ROLL = 150, PATIENCE = 1000;
// A board stands upright, where it can, on a page narrower than this.
const NARROW = 560;
// So long without an answer (in milliseconds), and nobody is there.
const SILENT = 2600;

// The hand on a dial. What turns is the board's own pixels on a film above it; Python hears of it once, when a turned dial is let go of.
const turning = ({ model, canvas, root, send }) => {
  const film = document.createElement("canvas"), pen = film.getContext("2d");
  film.className = "explorer-film";
  film.setAttribute("aria-hidden", "true");
  let held = null, shown = null, spent = false, frame = 0, late = 0, after = 0;

  const polar = ({ clientX, clientY }, dial) => {
    const box = canvas.getBoundingClientRect(), x = clientX - box.left - dial.x * box.width, y = clientY - box.top - dial.y * box.height;
    return { radius: Math.hypot(x, y) / box.width, angle: Math.atan2(y, x) };
  };
  const under = (event) => model.get("dials").find((dial) => { const { radius } = polar(event, dial); return dial.inner <= radius && radius < dial.outer; });
  const within = ({ turned, dial }) => Math.max(-dial.step, Math.min(dial.step, turned));

  // The film lies exactly over the canvas, wherever that has gone, and shows a dial turned, and those that turn with it; the rest of it is clear.
  const draw = () => {
    const { dial, angle, picture } = shown, box = canvas.getBoundingClientRect();
    const dials = dial.train ? model.get("dials").filter((one) => one.train === dial.train) : [dial];
    if (film.width !== canvas.width || film.height !== canvas.height) Object.assign(film, { width: canvas.width, height: canvas.height });
    Object.assign(film.style, { left: "0", top: "0", width: `${box.width}px`, height: `${box.height}px` });
    const from = film.getBoundingClientRect();
    Object.assign(film.style, { left: `${box.left - from.left}px`, top: `${box.top - from.top}px` });
    pen.clearRect(0, 0, film.width, film.height);
    for (const one of dials) ring(one, (angle / dial.step) * one.step * one.way * dial.way, picture);
  };
  // One dial of the board's picture, turned; what lies inside and outside of it stays clear.
  const ring = (dial, angle, picture) => {
    const [x, y, inner, outer] = [dial.x * film.width, dial.y * film.height, dial.inner * film.width, dial.outer * film.width];
    pen.save();
    pen.beginPath();
    pen.arc(x, y, outer, 0, 2 * Math.PI);
    pen.moveTo(x + inner, y);
    pen.arc(x, y, inner, 0, 2 * Math.PI);
    pen.clip("evenodd");
    pen.fillStyle = getComputedStyle(root).getPropertyValue(`--explorer-${model.get("ground")}`);
    pen.fillRect(0, 0, film.width, film.height);
    pen.translate(x, y);
    pen.rotate(angle);
    pen.drawImage(picture, -x, -y, film.width, film.height);
    pen.restore();
  };
  const soon = () => { cancelAnimationFrame(frame); frame = requestAnimationFrame(() => shown && draw()); };
  const clear = () => { cancelAnimationFrame(frame); clearTimeout(late); shown = null; film.remove(); };

  // Roll to an angle, at once where the system asks for no movement.
  const roll = (angle, then) => {
    cancelAnimationFrame(frame);
    const begun = performance.now(), from = shown.angle, still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const go = (now) => {
      const left = still ? 0 : Math.max(0, Math.min(1, 1 - (now - begun) / ROLL));
      shown.angle = angle + (from - angle) * left * left;
      draw();
      if (left) frame = requestAnimationFrame(go); else then();
    };
    go(begun);
  };

  const take = (event) => {
    drop();
    clearTimeout(after);
    spent = false;
    const dial = event.isPrimary && event.button === 0 && under(event);
    if (!dial) return;
    held = { dial, id: event.pointerId, x: event.clientX, y: event.clientY, at: polar(event, dial).angle, turned: 0, moved: false };
    canvas.setPointerCapture(held.id);
  };
  const turn = (event) => {
    if (!held || event.pointerId !== held.id) return false;
    if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) <= FAR) return false;
    if (!held.moved) {
      clear();
      held.moved = spent = true;
      shown = { dial: held.dial, angle: 0, picture: canvas };
      canvas.after(film);
    }
    const { angle } = polar(event, held.dial), by = angle - held.at;
    held.turned += by - 2 * Math.PI * Math.round(by / (2 * Math.PI));
    held.at = angle;
    shown.angle = within(held);
    soon();
    return true;
  };
  // Let go without a turn: what was seen rolls back.
  const drop = () => {
    const { moved } = held ?? {};
    held = null;
    if (moved) roll(0, clear);
  };
  const release = (event) => {
    if (event.pointerId === held?.id) {
      const { dial, turned } = held, way = Math.sign(turned);
      if (!held.moved || Math.abs(turned) < ENOUGH * dial.step) drop();
      else {
        held = null;
        // From here on the canvas may show the answer, so the film keeps what was under the hand.
        const picture = document.createElement("canvas");
        Object.assign(picture, { width: canvas.width, height: canvas.height }).getContext("2d").drawImage(canvas, 0, 0);
        Object.assign(shown, { picture, step: model.get("step"), answered: false, rolled: false });
        late = setTimeout(() => roll(0, clear), PATIENCE);
        send("drag", way > 0 ? dial.forth : dial.back);
        roll(way * dial.step, () => { shown.rolled = true; uncover(); });
      }
    }
    // The click that a browser makes of a drag comes right after it.
    after = setTimeout(() => { spent = false; }, 100);
  };
  // The answer is on the canvas: the turned board, or, where the step is the same as before, a refusal.
  const uncover = () => {
    if (!shown?.answered || !shown.rolled) return;
    clearTimeout(late);
    if (model.get("step") === shown.step) roll(0, clear); else clear();
  };
  model.on("change:turned", () => {
    const asked = shown;
    requestAnimationFrame(() => requestAnimationFrame(() => { if (asked && asked === shown) { shown.answered = true; uncover(); } }));
  });
  model.on("change:painted", () => requestAnimationFrame(() => requestAnimationFrame(() => held?.moved && draw())));

  return { under, take, turn, drop, release, clear, holds: () => held !== null, turns: () => Boolean(held?.moved), spent: () => spent };
};

export default {
  render({ model, el }) {
    const voila = document.body.dataset.voila !== undefined;
    const done = new AbortController();
    // Where the kernel is gone nothing can be sent; the silence is told by itself.
    const post = (message) => { try { model.send(message); } catch { console.debug("nobody is there"); } };
    const send = (what, value = "") => { if (what !== "cursor") flush(); post({ do: what, value }); };
    let canvas, root, hand, hovered = "", cursor = "", clock = 0, frame = 0, seconds = 0, spent = 0, tall = false, pulse = 0, heard = 0, lost = null;

    const cells = () => model.get("cells").flat();
    const cell = (name) => cells().find((one) => one.name === name);
    const id = (name) => `${model.get("board")}-${name}`;

    // The target under a point of the window, by its outline in fractions of the board.
    const at = (event) => {
      const box = canvas.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width, y = (event.clientY - box.top) / box.height;
      const hit = cells().filter(({ outline: o }) => o.reduce((inside, [x1, y1], k) => {
        const [x2, y2] = o[(k + 1) % o.length];
        return (y1 > y) !== (y2 > y) && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1 ? !inside : inside;
      }, false));
      return hit.length ? hit[hit.length - 1].name : "";
    };

    const point = (name) => {
      cursor = name;
      if (name) canvas.setAttribute("aria-activedescendant", id(name)); else canvas.removeAttribute("aria-activedescendant");
      send("cursor", name);
    };
    const hover = (name, grip = false) => {
      canvas.style.cursor = hand.turns() ? "grabbing" : grip ? "grab" : name ? "pointer" : "";
      canvas.dataset.hovered = name;
      if (name !== hovered) { hovered = name; send("cursor", name || cursor); }
    };

    // The nearest target in a direction, straight ahead before aside.
    const beside = (name, [dy, dx]) => {
      const here = cell(name);
      const row = cells().filter((one) => one.row === here.row);
      if (dx && model.get("closed")) return row[(row.indexOf(here) + dx + row.length) % row.length].name;
      const ahead = cells().map((one) => [(one.row - here.row) * dy + (one.column - here.column) * dx, Math.abs((one.row - here.row) * dx) + Math.abs((one.column - here.column) * dy), one.name])
        .filter(([forth]) => forth > 0).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
      return ahead.length ? ahead[0][2] : name;
    };

    const describe = () => {
      canvas.setAttribute("role", "grid");
      canvas.setAttribute("aria-label", model.get("label"));
      const rows = model.get("cells").map((row) => {
        const line = document.createElement("div");
        line.setAttribute("role", "row");
        for (const one of row) {
          const box = document.createElement("div");
          box.setAttribute("role", "gridcell");
          box.id = id(one.name);
          box.dataset.cell = one.name;
          box.textContent = one.label;
          line.append(box);
        }
        return line;
      });
      canvas.replaceChildren(...rows);
    };

    const listen = () => {
      const on = (types, run, options = {}) => types.split(" ").forEach((type) =>
        canvas.addEventListener(type, (event) => { event.stopImmediatePropagation(); run(event); }, { capture: true, signal: done.signal, ...options }));
      on("mousedown mouseup mouseout mouseleave touchstart touchend touchcancel wheel", () => {}, { passive: true });
      // A finger on a dial turns it; anywhere else it scrolls the page.
      on("touchmove", (event) => { if (hand.holds()) event.preventDefault(); }, { passive: false });
      on("pointerdown", hand.take);
      // While a dial turns, nothing is hovered: a mark around a cell would be torn.
      on("pointermove", (event) => { if (hand.turn(event)) hover(""); });
      on("pointerup", (event) => { hand.release(event); if (event.pointerType === "mouse") hover(at(event), hand.under(event)); });
      on("pointercancel lostpointercapture", hand.drop);
      on("mousemove", (event) => { cancelAnimationFrame(frame); frame = requestAnimationFrame(() => hand.turns() || hover(at(event), hand.under(event))); });
      on("pointerleave", () => { cancelAnimationFrame(frame); hover(""); });
      on("click", (event) => { const name = at(event); if (name && !hand.spent()) { if (cursor) cursor = name; send("press", name); } });
      on("focus", () => { if (canvas.matches(":focus-visible") && cells().length) point(cell(cursor) ? cursor : cells()[0].name); });
      on("blur", () => { if (cursor) { const last = cursor; point(""); canvas.dataset.last = last; } });
      on("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const start = cell(cursor) ?? cell(canvas.dataset.last) ?? cells()[0];
        if (ARROWS[event.key] && start) { event.preventDefault(); event.stopPropagation(); point(cell(cursor) ? beside(cursor, ARROWS[event.key]) : start.name); }
        else if (event.key === "Enter" && cell(cursor)) { event.preventDefault(); send("press", cursor); }
        else if (event.key === "Escape" && hand.turns()) hand.drop();
        else if (event.key === "Escape") point("");
        else if (["Home", "End", " "].includes(event.key)) { event.preventDefault(); send(STEPS[event.key]); }
      });
    };

    const stepped = (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(FREE)) return;
      if (!STEPS[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      send(STEPS[event.key]);
    };

    const dress = () => {
      let theme = model.get("theme");
      if (theme === "auto") {
        const light = voila ? "" : document.body.dataset.jpThemeLight;
        theme = (light ? light === "false" : matchMedia("(prefers-color-scheme: dark)").matches) ? "dark" : "light";
        send("theme", theme);
      }
      root.dataset.theme = theme;
      root.lang = model.get("language");
      if (!voila) return;
      document.documentElement.lang = model.get("language");
      document.documentElement.dataset.explorerTheme = theme;
      document.title = model.get("title");
    };

    // Two frames after a movement has run, the browser has painted what was sent before.
    const painted = () => {
      const [step, count] = [model.get("step"), model.get("painted")];
      const mark = () => { canvas.dataset.step = step; canvas.dataset.ready = count; };
      if (count) setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(mark)), model.get("moving"));
    };

    const play = () => {
      clearTimeout(clock);
      if (model.get("playing")) clock = setTimeout(() => send("tick", model.get("step") + 1), model.get("speed"));
    };

    // The countdown: a tick a second while time runs and the page is in sight. Python hears of ticks when they are all gone by, or when something is done.
    const show = () => root.querySelectorAll(".explorer-clock").forEach((one) => { one.textContent = String(model.get("clock").left - spent); });
    const flush = () => { const ticks = spent; spent = 0; if (ticks) post({ do: "elapsed", value: ticks }); };
    const tick = () => {
      const { left, running } = model.get("clock");
      if (!running || document.hidden || hand.turns() || spent >= left) return;
      spent += 1;
      show();
      if (spent === left) flush();
    };
    const count = () => {
      clearInterval(seconds);
      spent = 0;
      if (model.get("clock").running) seconds = setInterval(tick, 1000);
    };

    // Is anybody there? A beat a second is answered at once; when none is for a while, the page says so, and what brings the same step back.
    // JupyterLab says itself what its kernel does.
    const alive = () => {
      clearInterval(pulse);
      if (!voila) return;
      heard = performance.now();
      pulse = setInterval(() => {
        if (!document.hidden) post({ do: "beat", value: "" });
        const silent = performance.now() - heard > SILENT && !document.hidden;
        if (silent === Boolean(lost)) return;
        if (!silent) { lost.remove(); lost = null; return; }
        lost = document.createElement("div");
        lost.className = "explorer-lost";
        lost.setAttribute("role", "alert");
        lost.textContent = `${model.get("texts").lost} `;
        const link = document.createElement("a");
        link.href = voila ? `${location.pathname}?${model.get("query")}` : location.href;
        link.textContent = model.get("texts").reload;
        lost.append(link);
        root.prepend(lost);
      }, 1000);
    };

    // The address of this very sitting under Voilà, whatever page it is shown on.
    const link = () => {
      if (voila) return `${location.origin}${location.pathname}?${model.get("query")}`;
      const base = JSON.parse(document.getElementById("jupyter-config-data")?.textContent ?? "{}").baseUrl ?? "/";
      // The dashboards' notebooks are looked for beside the one that is open.
      const folder = location.pathname.match(/\/tree\/(.*\/)?[^/]*$/)?.[1] ?? "";
      return `${location.origin}${base}voila/render/${folder}${model.get("mechanic")}.ipynb?${model.get("query")}`;
    };
    const copy = async (button) => {
      const text = link();
      try { await navigator.clipboard.writeText(text); }
      catch {
        const box = Object.assign(document.createElement("textarea"), { value: text });
        root.append(box);
        box.select();
        document.execCommand("copy");
        box.remove();
      }
      root.dataset.copied = text;
      post({ do: "copied", value: "" });
      const { copied } = model.get("texts"), before = button.textContent;
      button.textContent = copied;
      setTimeout(() => { button.textContent = before; }, 1500);
    };
    const save = ({ file, type }, [data]) => {
      if (!file) return;
      const url = URL.createObjectURL(new Blob([data], { type }));
      Object.assign(document.createElement("a"), { href: url, download: file }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    };

    const address = () => { if (voila && model.get("query")) history.replaceState(null, "", `${location.pathname}?${model.get("query")}`); };

    // As wide as leaves room for what stands around it: on a laptop nothing has to be scrolled.
    const measure = () => {
      const box = canvas.parentElement;
      const others = [...box.children].filter((one) => one.localName !== "canvas").reduce((sum, one) => sum + one.offsetHeight, 0);
      const room = innerHeight - (voila ? root.firstElementChild.offsetHeight : 0) - others - 76;
      canvas.style.maxWidth = `${Math.max(280, room * model.get("ratio"))}px`;
      const pixels = Math.round(canvas.clientWidth * devicePixelRatio);
      if (pixels) send("size", pixels);
      const now = root.clientWidth > 0 && root.clientWidth < NARROW;
      if (now !== tall) { tall = now; send("tall", tall); }
    };

    const attach = () => {
      root = el.closest(".explorer-root");
      canvas = root?.querySelector("canvas.explorer-board");
      if (!canvas) { if (!done.signal.aborted) setTimeout(attach, 20); return; }
      canvas.tabIndex = 0;
      hand = turning({ model, canvas, root, send });
      root.setAttribute("role", voila ? "main" : "group");
      describe(); listen(); dress(); painted(); address();
      (voila ? document : root).addEventListener("keydown", stepped, { signal: done.signal });
      const watch = new ResizeObserver(measure);
      [canvas, canvas.parentElement.firstElementChild].forEach((one) => watch.observe(one));
      addEventListener("resize", measure, { signal: done.signal });
      send("still", matchMedia("(prefers-reduced-motion: reduce)").matches);
      model.on("change:cells change:label change:board", describe);
      model.on("change:painted", painted);
      model.on("change:theme change:language change:title", dress);
      model.on("change:ratio", measure);
      model.on("change:query", address);
      model.on("change:playing change:step change:speed", play);
      model.on("change:clock", count);
      root.addEventListener("explorer-act", flush, { signal: done.signal });
      model.on("change:beat", () => { heard = performance.now(); });
      model.on("msg:custom", save);
      root.addEventListener("click", (event) => { const button = event.target.closest("[data-link]"); if (button) copy(button); }, { signal: done.signal });
      play();
      count();
      alive();
    };
    attach();
    return () => { done.abort(); clearTimeout(clock); clearInterval(seconds); clearInterval(pulse); hand?.clear(); };
  },
};
