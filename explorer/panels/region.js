// A part of the page whose HTML is written in Python. What a person does in it goes back as {do, value}.

// Make `from` look like `to`, keeping the nodes that can stay, so that focus, scrolling and listeners survive.
function morph(from, to) {
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && !(name === "open" && from.localName === "details")) from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  const next = [...to.childNodes];
  next.forEach((node, k) => {
    const old = from.childNodes[k];
    if (!old) from.append(node);
    else if (old.nodeName !== node.nodeName || old.id !== node.id) old.replaceWith(node);
    else if (old.nodeType === Node.TEXT_NODE) { if (old.data !== node.data) old.data = node.data; }
    else morph(old, node);
  });
  while (from.childNodes.length > next.length) from.lastChild.remove();
}

// Properties that do not follow their attributes once a person has touched the control.
function settle(el, all = false) {
  for (const input of el.querySelectorAll("input:is([type=range], [type=number], [type=text]), select")) {
    if (!all && input === document.activeElement && input.matches("[type=text]")) continue;
    const value = input.dataset.value ?? input.getAttribute("value") ?? (all && input.localName === "input" ? "" : null);
    if (value !== null && input.value !== value) input.value = value;
  }
}

export default {
  render({ model, el }) {
    // Where the control that has the focus goes, or can no longer be pressed, its neighbour has it: nobody is thrown to the top of the page.
    const FOCUSABLE = "button, input, select, summary, a[href], [tabindex='0']";
    const controls = () => [...el.querySelectorAll(FOCUSABLE)];
    const hold = (change) => {
      const held = document.activeElement, at = controls().indexOf(held);
      change();
      if (at < 0 || (held.isConnected && !held.disabled)) return;
      const rest = controls().filter((one) => !one.disabled && one.offsetParent);
      rest[Math.min(at, rest.length - 1)]?.focus({ preventScroll: true });
    };
    const show = () => hold(() => {
      const draft = document.createElement("template");
      draft.innerHTML = model.get("html");
      const box = document.createElement("div");
      box.append(draft.content);
      const inner = el.firstElementChild;
      if (inner) morph(inner, box); else el.append(box);
      settle(el);
    });
    const point = () => {
      const list = el.querySelector("[data-list]");
      if (!list) return;
      const at = String(model.get("current"));
      for (const row of list.querySelectorAll("[aria-selected=true]")) if (row.dataset.value !== at) row.setAttribute("aria-selected", "false");
      const row = list.querySelector(`[data-value="${CSS.escape(at)}"]`);
      if (!row) return;
      row.setAttribute("aria-selected", "true");
      list.setAttribute("aria-activedescendant", row.id);
      const above = row.offsetTop - list.offsetTop - list.scrollTop, below = above + row.offsetHeight - list.clientHeight;
      if (above < 0) list.scrollTop += above; else if (below > 0) list.scrollTop += below;
    };
    // What has been counted down so far reaches Python before what is done now.
    const send = (what, value, buffers = []) => {
      el.dispatchEvent(new CustomEvent("explorer-act", { bubbles: true }));
      try { model.send({ do: what, value }, undefined, buffers); } catch { console.debug("nobody is there"); } // the bridge says so
    };
    el.addEventListener("click", (event) => {
      const button = event.target.closest("[data-do]");
      if (!button || !el.contains(button) || button.matches("select, input")) return;
      event.preventDefault();
      send(button.dataset.do, button.dataset.value ?? "");
    });
    el.addEventListener("input", (event) => { if (event.target.matches("input[type=range]")) send(event.target.dataset.do, event.target.value); });
    el.addEventListener("change", async (event) => {
      const control = event.target;
      const named = control.dataset.name;
      if (named !== undefined) send(control.dataset.do, { name: named, value: control.value });
      else if (control.matches("select")) send(control.dataset.do, control.value);
      if (control.matches("input[type=file]") && control.files[0]) {
        const file = control.files[0];
        // A year of games may be larger than a scenario; what is too large is only told of.
        const data = file.size > 2 ** 23 ? [] : [await file.arrayBuffer()];
        send(control.dataset.do, { name: file.name, size: file.size }, data);
        control.value = "";
      }
    });
    const shut = (menu) => { menu.open = false; menu.firstElementChild.focus(); };
    el.addEventListener("keydown", (event) => {
      const menu = event.key === "Escape" && event.target.closest("details[open]");
      if (menu) { event.preventDefault(); event.stopPropagation(); shut(menu); }
      const list = event.target.closest("[data-list]");
      const way = { ArrowUp: "back", ArrowDown: "forward" }[event.key];
      if (list && way) { event.preventDefault(); event.stopPropagation(); send(way, ""); }
      const tab = event.target.closest("[role=tab]");
      const turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (tab && turn) {
        const tabs = [...tab.parentElement.querySelectorAll("[role=tab]")];
        const other = tabs[(tabs.indexOf(tab) + turn + tabs.length) % tabs.length];
        event.preventDefault(); event.stopPropagation();
        other.focus(); other.click();
      }
    });
    model.on("change:html", () => { show(); point(); });
    model.on("change:current", point);
    model.on("change:answered", () => settle(el, true)); // a value that was refused gives way to the one in force
    show();
    requestAnimationFrame(point);
  },
};
