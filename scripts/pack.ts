import { pack } from './packing.ts'

// `npm run pack`: the files of a release, without its checks and its tag; `npm run pack linux-x64` for one platform only.

await pack(process.argv.slice(2)).catch((error: Error) => {
  console.error(`pack: ${error.message}`)
  process.exitCode = 1
})
