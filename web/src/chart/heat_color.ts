// From good (bright yellow) over green to bad (dark blue): lightness falls evenly, so that the colour-blind and a grey printer read
// it, and neither end is lost on white or on near black. The path is a straight line in OKLab, bent a little to green.

type Triple = readonly [number, number, number];

const kGood: Triple = [0.92, -0.02, 0.15]; // lightness, green to red, blue to yellow
const kBad: Triple = [0.33, 0.0, -0.115];
const kBend = -0.06;

/** 0 is the best, 1 the worst; beyond them as there. */
export function heatColor(level: number): string {
  const parts = rgb(level).map((part) => Math.round(255 * part).toString(16).padStart(2, '0'));
  return `#${parts.join('')}`;
}

/** Black or white, whichever has more contrast on that colour. */
export function inkOn(level: number): string {
  return luminance(level) > 0.179 ? '#000' : '#fff';
}

/** Of the light that white gives. */
export function luminance(level: number): number {
  const [red, green, blue] = rgb(level).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function rgb(level: number): number[] {
  const t = Math.min(1, Math.max(0, level));
  const mix = (i: 0 | 1 | 2) => (1 - t) * kGood[i] + t * kBad[i];
  return fromOklab([mix(0), mix(1) + kBend * 4 * t * (1 - t), mix(2)]);
}

/** The inverse of the two matrices that define OKLab, then the curve of sRGB. */
function fromOklab([lightness, a, b]: Triple): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return linear.map((part) => {
    const inside = Math.min(1, Math.max(0, part));
    return inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055;
  });
}
