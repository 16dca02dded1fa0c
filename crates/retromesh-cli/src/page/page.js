"use strict";
const rows = Array.from(document.querySelectorAll("article"));
const texts = rows.map((row) => row.textContent.toLowerCase());
const [search, kind, problems, count] = ["search", "kind", "problems", "count"].map((id) => document.getElementById(id));
function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  let shown = 0;
  rows.forEach((row, number) => {
    const fits = words.every((word) => texts[number].includes(word))
      && (kind.value === "" || row.dataset.kind === kind.value)
      && (!problems.checked || row.dataset.problem !== undefined);
    row.hidden = !fits;
    shown += fits ? 1 : 0;
  });
  count.textContent = `${shown} of ${rows.length}`;
}
[search, kind, problems].forEach((control) => control.addEventListener("input", show));
show();
