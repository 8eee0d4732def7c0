// The mark beside the name: arms of different worth, on a coin.
import { node, render } from '../scene.ts';

export function mark(): SVGElement {
  const bar = (x: number, y: number): ReturnType<typeof node> => node('rect', { x, y, width: 3, height: 17 - y, rx: 1.5, fill: 'var(--paper)' });
  return render(node('svg', { viewBox: '0 0 24 24', width: 24, height: 24, 'aria-hidden': 'true' }, [
    node('circle', { cx: 12, cy: 12, r: 12, fill: 'var(--accent)' }), bar(6.2, 11.5), bar(10.5, 6.5), bar(14.8, 9.5)]));
}
