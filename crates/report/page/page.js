"use strict";
(() => {
  const ROW = 64;
  const LABELS = ["witnessed", "predicted", "feasible", "likely", "possible", "suppressed"];
  const byId = (id) => document.getElementById(id);

  // Elements with text and attributes; nothing that was reported is ever taken for HTML.
  const h = (name, attributes, ...children) => {
    const svg = /^(svg|g|line|rect|circle|path|text|title)$/.test(name);
    const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "onclick") element.addEventListener("click", value);
      else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
    return element;
  };

  const unpack = async (id) => {
    const text = byId(id).textContent;
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(stream).text());
  };

  let index = null;
  let shown = [];
  let current = -1;
  let texts = [];
  let tables = null;
  const pressed = new Set();
  const chunks = new Map();
  const rowsOnScreen = new Map();

  const labelOf = (at) => LABELS[index.labels[at]];

  /* The list: only the rows that can be seen exist. */
  const list = byId("list");
  const rows = byId("rows");
  const render = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 6);
    const last = Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / ROW) + 6);
    for (const [position, row] of rowsOnScreen) {
      if (position < first || position >= last) { row.remove(); rowsOnScreen.delete(position); }
    }
    for (let position = first; position < last; position++) {
      if (!rowsOnScreen.has(position)) {
        const row = makeRow(position);
        rowsOnScreen.set(position, row);
        rows.append(row);
      }
    }
  };
  // In the list there is room for what differs: the package is at the finding.
  const shortTitle = (at) => {
    const name = index.packages[index.package[at]];
    return name ? index.titles[at].replaceAll(name + ".", "") : index.titles[at];
  };
  const makeRow = (position) => {
    const at = shown[position];
    const label = labelOf(at);
    const tag = h("span", { class: "tag " + label }, label);
    return h("div", {
      class: "row", role: "option", id: "row-" + at, style: "top:" + position * ROW + "px",
      "aria-selected": at === current ? "true" : "false", "aria-setsize": shown.length, "aria-posinset": position + 1,
      onclick: () => select(at, false),
    },
      h("div", { class: "title" }, h("span", { class: "name", title: index.titles[at] }, shortTitle(at)), index.fresh[at] ? h("span", { class: "tag new" }, "new") : null, tag),
      h("div", { class: "sub" }, index.places[at]));
  };
  const refresh = () => {
    for (const row of rowsOnScreen.values()) row.remove();
    rowsOnScreen.clear();
    rows.style.height = shown.length * ROW + "px";
    render();
    const all = index.titles.length;
    byId("count").textContent = shown.length === all ? all.toLocaleString("en") + " findings" : shown.length.toLocaleString("en") + " of " + all.toLocaleString("en");
  };

  const filter = () => {
    const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const name = byId("package").value;
    shown = [];
    for (let at = 0; at < texts.length; at++) {
      if (pressed.size && !pressed.has(index.labels[at])) continue;
      const own = index.packages[index.package[at]];
      if (name !== "*" && own !== name && !own.startsWith(name + ".")) continue;
      let fits = true;
      for (const word of words) if (!texts[at].includes(word)) { fits = false; break; }
      if (fits) shown.push(at);
    }
    list.scrollTop = 0;
    refresh();
    if (!shown.includes(current)) {
      if (shown.length) select(shown[0], false, true); else { current = -1; empty("No finding fits."); }
    } else reveal(shown.indexOf(current));
  };
  const empty = (text) => byId("detail").replaceChildren(h("p", { class: "empty" }, text));

  const reveal = (position) => {
    const top = position * ROW;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW - list.clientHeight;
    render();
  };
  const select = async (at, focuses, isQuiet) => {
    current = at;
    reveal(shown.indexOf(at));
    for (const [position, row] of rowsOnScreen) row.setAttribute("aria-selected", shown[position] === at ? "true" : "false");
    list.setAttribute("aria-activedescendant", "row-" + at);
    if (!isQuiet) history.replaceState(null, "", "#" + index.ids[at]);
    const number = Math.floor(at / index.chunk);
    if (!chunks.has(number)) chunks.set(number, unpack("chunk-" + number));
    if (!tables) tables = unpack("tables");
    const [chunk, texts] = await Promise.all([chunks.get(number), tables]);
    if (current !== at) return;
    show(at, chunk, texts);
    if (focuses) byId("detail").focus();
  };

  list.addEventListener("scroll", () => requestAnimationFrame(render), { passive: true });
  new ResizeObserver(() => render0()).observe(list);
  const render0 = () => { if (index) render(); };
  list.addEventListener("keydown", (event) => {
    const position = shown.indexOf(current);
    const page = Math.max(1, Math.floor(list.clientHeight / ROW) - 1);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -shown.length, End: shown.length };
    if (event.key in moves && shown.length) {
      event.preventDefault();
      select(shown[Math.min(shown.length - 1, Math.max(0, position + moves[event.key]))], false);
    } else if (event.key === "Enter") byId("detail").focus();
  });
  document.addEventListener("keydown", (event) => {
    const types = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !types) { event.preventDefault(); byId("search").focus(); }
    else if (event.key === "Escape" && document.activeElement !== list) list.focus();
    else if (event.key === "ArrowDown" && document.activeElement.id === "search") { event.preventDefault(); list.focus(); }
  });

  /* One finding. */
  const show = (at, chunk, tables) => {
    const text = (number) => tables.strings[number];
    const [label, evidence, why, effect, fix, pairs, more, removes, removedWith, suppressed, made] = chunk[at % index.chunk];
    const detail = byId("detail");
    const link = (id) => h("button", { type: "button", class: "link", onclick: () => open(id) }, id);
    const parts = [
      h("div", { class: "meta" }, h("span", { class: "tag " + text(label) }, text(label)), index.fresh[at] ? h("span", { class: "tag new" }, "new") : null,
        h("code", {}, index.ids[at]), index.packages[index.package[at]] ? h("span", {}, "in " + index.packages[index.package[at]]) : null),
      h("h2", {}, index.titles[at]),
      made.length ? h("p", { class: "meta" }, "made in " + made.map(text).join(" or ")) : null,
      suppressed ? h("p", { class: "meta" }, "Suppressed at " + text(suppressed[0]) + ": " + text(suppressed[1])) : null,
      h("ul", { class: "proofs" }, evidence.map((proof) => h("li", {}, text(proof)))),
      h("dl", { class: "advice" }, h("dt", {}, "Fix"), h("dd", { class: "fix" }, text(fix)), h("dt", {}, "Risk"), h("dd", {}, text(effect)),
        removes.length ? [h("dt", {}, "Also removes"), h("dd", {}, removes.flatMap((id) => [link(text(id)), " "]))] : null,
        removedWith ? [h("dt", {}, "Goes away with"), h("dd", {}, link(text(removedWith)))] : null),
    ];
    if (pairs.length) {
      parts.push(h("h3", {}, "The two accesses"), showPair(pairs[0], tables, text));
      parts.push(h("h3", {}, "How they meet"), interleaving(pairs[0], text), h("p", { class: "why" }, "Nothing orders them: " + text(why) + "."));
      const schedule = pairs[0][3];
      if (schedule.length) parts.push(h("h3", {}, "A schedule in which it happens"), h("ol", { class: "schedule" }, schedule.map((step) => h("li", {}, text(step)))));
      parts.push(h("h3", {}, "Locks"), locks(pairs, text));
    }
    if (pairs.length > 1) {
      parts.push(h("details", { class: "more" }, h("summary", {}, (pairs.length - 1) + (pairs.length === 2 ? " more pair" : " more pairs") + " of accesses"),
        pairs.slice(1).map((pair) => h("div", { style: "margin-top:14px" }, showPair(pair, tables, text), h("p", { class: "why" }, text(pair[2]))))));
    }
    if (more) parts.push(h("p", { class: "meta why" }, more + (more === 1 ? " more pair is" : " more pairs are") + " not on this page."));
    detail.replaceChildren(...parts.filter(Boolean));
    detail.scrollTop = 0;
  };

  const place = (access, text) => text(access[3]) ? text(access[3]) + (access[4] ? ":" + access[4] : "") : "an unknown line";
  const heldBy = (access, text) => access[6].length ? "holding " + access[6].map(text).join(" and ") : "holding no lock";
  const showPair = (pair, tables, text) => h("div", { class: "pair" }, [0, 1].map((side) => {
    const access = pair[side];
    const other = pair[1 - side];
    const sameFile = access[3] === other[3] && access[1] === other[1];
    const [from, lines] = access[9];
    const source = lines.length ? h("pre", { class: "source", tabindex: "0", "aria-label": "Source of the " + (access[0] ? "write" : "read") }, lines.map((line, offset) => {
      const number = from + offset;
      const marks = [];
      if (number === access[4]) marks.push(side ? "at-b" : "at-a");
      if (sameFile && number === other[4]) marks.push(side ? "at-a" : "at-b");
      return h("span", { class: "l " + marks.join(" ") }, h("span", { class: "n" }, String(number)), text(line) || " ");
    })) : null;
    let number = 0;
    const frames = tables.stacks[access[7]].map((distance) => tables.frames[number += distance]);
    return h("section", { class: "access " + (side ? "b" : "a"), "aria-label": side ? "Second access" : "First access" },
      h("div", {},
        h("p", { class: "what" }, (access[0] ? "write" : "read") + " in " + text(access[1]) + "." + text(access[2])),
        h("p", { class: "soft" }, (text(access[8]) || place(access, text)) + (text(access[8]) && access[4] ? ":" + access[4] : "")),
        h("p", { class: "soft" }, "by " + text(access[5]) + ", " + heldBy(access, text))),
      source,
      frames.length ? h("ol", { class: "stack" }, frames.map(([method, file, line], number) =>
        h("li", { class: number ? "" : "first" }, text(method), file ? h("span", { class: "soft" }, " (" + text(file) + (line ? ":" + line : "") + ")") : null))) : null,
      access[10] ? null : h("p", { class: "soft", style: "padding:0 14px 12px" }, "The stack is that of the first time that the thread came there."));
  }));

  /* Two lanes, time goes down; what a thread holds is a bar beside its lane. */
  const interleaving = (pair, text) => {
    const x = [190, 570];
    const y = [92, 168];
    const cut = (value, most) => value.length > most ? value.slice(0, most - 1) + "…" : value;
    const name = (access) => cut(text(access[5]).replace(/^a thread started at .*\.([^.]+\.[^.]+)$/, "thread of $1"), 38);
    const said = [0, 1].map((side) => (pair[side][0] ? "write" : "read") + " at " + place(pair[side], text)).join(", then ");
    const children = [h("title", {}, "Interleaving: " + said + "; nothing orders the two")];
    [0, 1].forEach((side) => {
      const access = pair[side];
      const ink = side ? "var(--b)" : "var(--a)";
      children.push(h("text", { x: x[side], y: 24, "text-anchor": "middle", style: "font-weight:650" }, name(access)));
      children.push(h("line", { x1: x[side], y1: 38, x2: x[side], y2: 228, stroke: ink, "stroke-width": 2 }));
      access[6].slice(0, 3).forEach((lock, level) => {
        const left = x[side] + (side ? 16 : -24) + (side ? 1 : -1) * level * 14;
        children.push(h("rect", { x: left, y: y[side] - 30, width: 8, height: 60, rx: 4, fill: "var(--good)", opacity: .75 }));
        children.push(h("text", { class: "soft", x: left + (side ? 14 : -6), y: y[side] - 20 + level * 16, "text-anchor": side ? "start" : "end" }, cut("holds " + text(lock), 20)));
      });
      children.push(h("circle", { cx: x[side], cy: y[side], r: 8, fill: ink }));
      const label = (access[0] ? "write " : "read ") + cut(place(access, text), 26);
      children.push(h("text", { x: x[side] + (side ? -18 : 18), y: y[side] + (side ? -12 : 5), "text-anchor": side ? "end" : "start" }, label));
    });
    children.push(h("path", { d: "M " + (x[0] + 6) + " " + (y[0] + 10) + " C " + x[0] + " 150, " + (x[1] - 160) + " 190, " + (x[1] - 10) + " " + (y[1] + 4), fill: "none", stroke: "var(--witnessed)", "stroke-width": 2, "stroke-dasharray": "5 5" }));
    children.push(h("text", { class: "soft", x: 380, y: 222, "text-anchor": "middle" }, "nothing orders these two"));
    return h("div", { class: "picture" }, h("svg", { viewBox: "0 0 760 238", role: "img", "aria-label": "Interleaving: " + said }, children));
  };

  /* Which access holds which lock. */
  const locks = (pairs, text) => {
    const accesses = new Map();
    const names = new Set();
    for (const pair of pairs) for (const access of [pair[0], pair[1]]) {
      accesses.set([access[0], access[1], access[2], access[4]].join(), access);
      access[6].forEach((lock) => names.add(lock));
    }
    if (!names.size) return h("p", {}, "None of the " + accesses.size + " accesses holds a lock.");
    const columns = [...names].slice(0, 6);
    const row = (access) => h("tr", {}, h("th", { scope: "row" }, (access[0] ? "write" : "read") + " in " + text(access[2]) + " (" + place(access, text) + ")"),
      columns.map((lock) => access[6].includes(lock) ? h("td", { class: "held" }, "● held") : h("td", { class: "free" }, "○ not held")));
    return h("table", { class: "locks" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "access"), columns.map((lock) => h("th", { scope: "col" }, h("code", {}, text(lock)))))),
      h("tbody", {}, [...accesses.values()].map(row)));
  };

  const open = (id) => {
    const at = index.ids.indexOf(id);
    if (at < 0) return;
    if (!shown.includes(at)) {
      byId("search").value = ""; byId("package").value = "*"; pressed.clear();
      document.querySelectorAll(".chip").forEach((chip) => chip.setAttribute("aria-pressed", "false"));
      filter();
    }
    select(at, true);
  };

  /* What the engines did. */
  const work = (engines) => byId("work").append(...engines.map((engine) => {
    const filters = engine.filters || [];
    const all = filters.length ? filters[0].removed : 0;
    const bars = filters.flatMap((effect, number) => {
      const isLeft = number === filters.length - 1;
      const share = all ? (100 * effect.removed) / all : 0;
      const name = number === 0 ? "pairs of accesses" : isLeft ? "left" : "removed: " + effect.name;
      const kind = number === 0 ? "all" : isLeft ? "left" : "";
      return [h("span", {}, name), h("span", { class: "track", "aria-hidden": "true" },
        h("span", { class: "bar " + kind, style: "left:0;width:" + (effect.removed ? Math.max(share, .4) : 0) + "%" })),
      h("span", { class: "number" }, effect.removed.toLocaleString("en"))];
    });
    return h("div", { class: "engine" }, h("h2", {}, engine.engine), h("p", {}, engine.summary), bars.length ? [h("p", {}, "What each filter removes, on its own:"), h("div", { class: "bars" }, bars)] : null,
      engine.gaps && engine.gaps.length ? h("ul", {}, engine.gaps.map((gap) => h("li", {}, "not seen: " + gap))) : null);
  }));
  byId("work-button").addEventListener("click", (event) => {
    const isOpen = event.currentTarget.getAttribute("aria-expanded") === "true";
    event.currentTarget.setAttribute("aria-expanded", String(!isOpen));
    byId("work").hidden = isOpen;
  });

  const root = document.documentElement;
  root.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  byId("theme").addEventListener("click", () => { root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark"; });

  const begin = async () => {
    if (typeof DecompressionStream === "undefined") { empty("This browser is too old for this page: it cannot unpack data."); return; }
    index = await unpack("index");
    ["ids", "titles", "places", "labels", "fresh", "package"].forEach((name, column) => { index[name] = index.rows.map((row) => row[column]); });
    texts = index.titles.map((title, at) => (title + " " + index.places[at] + " " + index.ids[at] + " " + labelOf(at)).toLowerCase());
    byId("headline").textContent = index.headline;
    byId("problems").append(...index.problems.map((problem) => h("li", {}, problem)));
    byId("problems").hidden = !index.problems.length;
    work(index.work);
    const counts = LABELS.map(() => 0);
    for (const label of index.labels) counts[label]++;
    byId("evidence").append(...LABELS.flatMap((label, number) => counts[number] ? [h("button", {
      type: "button", class: "chip " + label, "aria-pressed": "false", "data-label": label,
      onclick: (event) => {
        if (pressed.has(number)) pressed.delete(number); else pressed.add(number);
        event.currentTarget.setAttribute("aria-pressed", String(pressed.has(number)));
        filter();
      },
    }, label + " ", h("b", {}, counts[number].toLocaleString("en")))] : []));
    byId("package").append(h("option", { value: "*" }, "all packages"), ...[...index.packages].filter(Boolean).sort().map((name) => h("option", { value: name }, name)));
    byId("package").addEventListener("change", filter);
    byId("search").addEventListener("input", filter);
    shown = texts.map((_, at) => at);
    refresh();
    const asked = index.ids.indexOf(location.hash.slice(1));
    root.dataset.ready = "true";
    if (shown.length) await select(asked < 0 ? 0 : asked, false, true); else empty("No data races were found.");
  };
  addEventListener("hashchange", () => open(location.hash.slice(1)));
  begin().catch((error) => { empty("The page cannot be shown: " + error.message); throw error; });
})();
