// What a canvas lacks: named cells for screen readers, a keyboard that gets in and out, taps that do not trap the page,
// the true size in pixels; and what a page lacks: keys that step, a clock that plays, the address.

const FREE = "input, select, textarea, button, a[href], summary, [contenteditable=true], [role=slider], [role=tab], .explorer-board";
const STEPS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play" };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export default {
  render({ model, el }) {
    const voila = document.body.dataset.voila !== undefined;
    const done = new AbortController();
    const send = (what, value = "") => model.send({ do: what, value });
    let canvas, root, hovered = "", cursor = "", clock = 0, frame = 0;

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
    const hover = (name) => { if (name !== hovered) { hovered = name; canvas.style.cursor = name ? "pointer" : ""; send("cursor", name || cursor); } };

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
      on("mousedown mouseup mouseout mouseleave touchstart touchmove touchend touchcancel wheel", () => {}, { passive: true });
      on("mousemove", (event) => { cancelAnimationFrame(frame); frame = requestAnimationFrame(() => hover(at(event))); });
      on("pointerleave", () => { cancelAnimationFrame(frame); hover(""); });
      on("click", (event) => { const name = at(event); if (name) { if (cursor) cursor = name; send("press", name); } });
      on("focus", () => { if (canvas.matches(":focus-visible") && cells().length) point(cell(cursor) ? cursor : cells()[0].name); });
      on("blur", () => { if (cursor) { const last = cursor; point(""); canvas.dataset.last = last; } });
      on("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const start = cell(cursor) ?? cell(canvas.dataset.last) ?? cells()[0];
        if (ARROWS[event.key] && start) { event.preventDefault(); event.stopPropagation(); point(cell(cursor) ? beside(cursor, ARROWS[event.key]) : start.name); }
        else if (event.key === "Enter" && cell(cursor)) { event.preventDefault(); send("press", cursor); }
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
        const light = document.body.dataset.jpThemeLight;
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

    const address = () => { if (voila && model.get("query")) history.replaceState(null, "", `${location.pathname}?${model.get("query")}`); };

    // As wide as leaves room for what stands around it: on a laptop nothing has to be scrolled.
    const measure = () => {
      const box = canvas.parentElement;
      const others = [...box.children].filter((one) => one !== canvas).reduce((sum, one) => sum + one.offsetHeight, 0);
      const room = innerHeight - (voila ? root.firstElementChild.offsetHeight : 0) - others - 76;
      canvas.style.maxWidth = `${Math.max(280, room * model.get("ratio"))}px`;
      const pixels = Math.round(canvas.clientWidth * devicePixelRatio);
      if (pixels) send("size", pixels);
    };

    const attach = () => {
      root = el.closest(".explorer-root");
      canvas = root?.querySelector("canvas.explorer-board");
      if (!canvas) { if (!done.signal.aborted) setTimeout(attach, 20); return; }
      canvas.tabIndex = 0;
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
      play();
    };
    attach();
    return () => { done.abort(); clearTimeout(clock); };
  },
};
