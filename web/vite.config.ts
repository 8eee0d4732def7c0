import { defineConfig, type Plugin } from 'vite';

// One file that opens offline: the script and the style go into the page itself.
function inline(): Plugin {
  return {
    name: 'inline',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const page of Object.values(bundle)) {
        if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue;
        let html = String(page.source);
        for (const part of Object.values(bundle)) {
          const text = part.type === 'chunk' ? part.code : String(part.source);
          if (part.fileName.endsWith('.js')) {
            const tag = new RegExp(`<script[^>]*src="[^"]*${part.fileName}"[^>]*></script>`);
            const script = `<script type="module">${text.replaceAll('</script', '<\\/script')}</script>`;
            html = html.replace(tag, '').replace('</body>', () => `${script}\n</body>`);
          } else if (part.fileName.endsWith('.css')) {
            const tag = new RegExp(`<link[^>]*href="[^"]*${part.fileName}"[^>]*>`);
            html = html.replace(tag, () => `<style>${text.trim()}</style>`);
          } else continue;
          delete bundle[part.fileName];
        }
        page.source = html;
      }
    },
  };
}

export default defineConfig({
  plugins: [inline()],
  build: { rollupOptions: { input: 'report.html' }, target: 'es2022', modulePreload: false, assetsInlineLimit: 0 },
  test: { include: ['tests/**/*.test.ts'], exclude: ['tests/browser/**'] },
} as import('vite').UserConfig);
