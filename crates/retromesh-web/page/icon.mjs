// The icon: a cube of wires.

const points = [
  [256, 60],
  [430, 160],
  [430, 352],
  [256, 452],
  [82, 352],
  [82, 160],
];
const outline = points.map((point) => point.join(",")).join(" ");
const spokes = [1, 3, 5].map((place) => `<path d="M256 256L${points[place].join(" ")}"/>`).join("");

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="96" fill="#16181d"/><g fill="none" stroke="#7cc4ff" stroke-width="28" stroke-linejoin="round" stroke-linecap="round"><polygon points="${outline}"/>${spokes}</g></svg>`;
