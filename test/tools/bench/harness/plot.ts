type Point = readonly [x: number, y: number];

interface Line {
  readonly label: string;
  readonly points: readonly Point[];
}

/** A diagram with both axes logarithmic. */
export interface Panel {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly lines: readonly Line[];
}

const WIDTH = 420;
const HEIGHT = 320;
const COLUMNS = 2;
const MARGIN = { left: 60, right: 20, top: 40, bottom: 50 };
const COLOURS = ['#b3261e', '#1a5fb4'] as const;

/** Powers of ten that enclose all values. */
const decadesOf = (values: readonly number[]): number[] => {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.ceil(Math.log10(Math.max(...values)));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
};

type Scale = (value: number) => number;

const scaleTo = (decades: readonly number[], from: number, to: number): Scale => {
  const [first, last] = [decades[0] as number, decades.at(-1) as number];
  return (value) => from + ((Math.log10(value) - first) / (last - first)) * (to - from);
};

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const write = (x: number, y: number, content: string, attributes = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escape(content)}</text>`;

const nameDecade = (decade: number): string => (10 ** decade).toLocaleString('en');

const drawLine = ({ label, points }: Line, colour: string, x: Scale, y: Scale): string => {
  const places = points.map(([px, py]) => [x(px), y(py)] as const);
  const [lastX, lastY] = places.at(-1) as Point;
  return [
    `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${places.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ')}"/>`,
    ...places.map(([px, py]) => `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="3" fill="${colour}"/>`),
    write(lastX - 4, lastY - 10, label, `text-anchor="end" fill="${colour}"`),
  ].join('\n');
};

const drawPanel = ({ title, xLabel, yLabel, lines }: Panel, yDecades: readonly number[]): string => {
  const points = lines.flatMap((line) => line.points);
  const xDecades = decadesOf(points.map(([px]) => px));
  const [left, right, top, bottom] = [MARGIN.left, WIDTH - MARGIN.right, MARGIN.top, HEIGHT - MARGIN.bottom];
  const [x, y] = [scaleTo(xDecades, left, right), scaleTo(yDecades, bottom, top)];
  const grid = [
    ...xDecades.map((decade) => {
      const at = x(10 ** decade);
      return `<path d="M${at.toFixed(1)} ${top}V${bottom}" stroke="#ddd"/>${write(at, bottom + 18, nameDecade(decade), 'text-anchor="middle"')}`;
    }),
    ...yDecades.map((decade) => {
      const at = y(10 ** decade);
      return `<path d="M${left} ${at.toFixed(1)}H${right}" stroke="#ddd"/>${write(left - 8, at + 4, nameDecade(decade), 'text-anchor="end"')}`;
    }),
  ];
  return [
    ...grid,
    ...lines.map((line, index) => drawLine(line, COLOURS[index % COLOURS.length] as string, x, y)),
    write(left, top - 16, title, 'font-weight="bold"'),
    write((left + right) / 2, HEIGHT - 12, xLabel, 'text-anchor="middle"'),
    write(14, (top + bottom) / 2, yLabel, `text-anchor="middle" transform="rotate(-90 14 ${(top + bottom) / 2})"`),
  ].join('\n');
};

/** Panels in two columns with the same vertical scale, as an SVG image. */
export const drawPlot = (panels: readonly Panel[]): string => {
  const heights = panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map(([, py]) => py)));
  const yDecades = decadesOf(heights);
  const drawn = panels.map((panel, index) => {
    const [left, top] = [(index % COLUMNS) * WIDTH, Math.floor(index / COLUMNS) * HEIGHT];
    return `<g transform="translate(${left} ${top})">${drawPanel(panel, yDecades)}</g>`;
  });
  const [width, height] = [WIDTH * COLUMNS, HEIGHT * Math.ceil(panels.length / COLUMNS)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
};
