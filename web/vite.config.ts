import { createHash } from 'node:crypto';
import { defineConfig, type Plugin } from 'vite';

// One file that opens offline: the script and the style go into the page itself. A page whose policy has the marks @SCRIPT@ and @STYLE@ runs
// this script and this style, and no others: their hashes come in place of the marks.
function inline(): Plugin {
  return {
    name: 'inline',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const page of Object.values(bundle)) {
        if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue;
        let html = String(page.source);
        for (const part of Object.values(bundle)) {
          const source = part.type === 'chunk' ? part.code : String(part.source);
          if (part.fileName.endsWith('.js')) {
            const tag = new RegExp(`<script[^>]*src="[^"]*${part.fileName}"[^>]*></script>`);
            const text = source.replaceAll('</script', '<\\/script');
            html = html.replace(tag, '').replace('</body>', () => `<script type="module">${text}</script>\n</body>`);
            html = html.replace('@SCRIPT@', () => hash(text));
          } else if (part.fileName.endsWith('.css')) {
            const tag = new RegExp(`<link[^>]*href="[^"]*${part.fileName}"[^>]*>`);
            const text = source.trim();
            html = html.replace(tag, () => `<style>${text}</style>`).replace('@STYLE@', () => hash(text));
          } else continue;
          delete bundle[part.fileName];
        }
        page.source = html;
      }
    },
  };
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

// While one works on a page its script and style are files of their own, and change.
function lenient(): Plugin {
  return {
    name: 'lenient',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''),
  };
}

// `vite build` makes the page of a report, `vite build --mode dash` that of the server. `vite` shows both; FAKE is the address of a server for
// the second one.
export default defineConfig(({ mode }) => ({
  plugins: [inline(), lenient()],
  server: { proxy: process.env['FAKE'] ? { '/v1': process.env['FAKE'], '/openapi.json': process.env['FAKE'] } : {} },
  build: {
    rollupOptions: { input: mode === 'dash' ? 'dash.html' : 'report.html' },
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
  },
  test: { include: ['tests/**/*.test.ts'], exclude: ['tests/browser/**', 'tests/site/**'], testTimeout: 900_000, hookTimeout: 900_000 },
}) as import('vite').UserConfig);
