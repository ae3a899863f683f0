import { expect, test, vi } from 'vitest'
import { loadFiles } from './load-files.ts'

test("a part's files are fetched once, and the page's own script and style sheet not again", async () => {
  const fetchFile = vi.fn(async (_address: string) => new Response(''))
  vi.stubGlobal('fetch', fetchFile)
  const files = ['assets/index-C2cvJ0ph.js', 'assets/index-3h44LidT.css', 'assets/part.js', 'assets/part.css']
  const loaded = Promise.all([loadFiles(async () => 1, files), loadFiles(async () => 2, files)])
  const sheets = [...document.querySelectorAll('link')]
  expect(sheets.map((sheet) => sheet.getAttribute('href'))).toEqual(['/assets/part.css'])
  sheets[0]!.dispatchEvent(new Event('load'))
  expect(await loaded).toEqual([1, 2])
  expect(fetchFile.mock.calls).toEqual([['/assets/part.js']])
})
