import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Values that must not be found, by name. */
export type Secrets = Record<string, string>

/** The forms a text may be stored in: plain, in groups of digits, URL-encoded, base64 and hex. */
function formsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const forms = [text, encodeURIComponent(text), bytes.toString('hex')]
  if (/^\d+$/.test(text))
    for (const between of [' ', '-', '+', '%20']) forms.push(text.replace(/\d{4}(?=\d)/g, `$&${between}`))
  // Base64 differs at each of three alignments.
  for (const before of [0, 1, 2]) {
    const written = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '')
    forms.push(
      written.slice(before && before + 1, -1),
      written
        .slice(before && before + 1, -1)
        .replaceAll('+', '-')
        .replaceAll('/', '_'),
    )
  }
  return [...new Set(forms)].filter((form) => form.length >= 12)
}

/** Searches streamed text and reports the place and name of each secret, never its value. */
function scanner(place: string, secrets: Secrets) {
  const needles = Object.entries(secrets).flatMap(([name, secret]) => formsOf(secret).map((form) => ({ name, form })))
  const longest = Math.max(...needles.map(({ form }) => form.length))
  const found = new Set<string>()
  let rest = ''
  let size = 0
  return {
    look(piece: string) {
      size += piece.length
      const text = rest + piece
      for (const { name, form } of needles) if (text.includes(form)) found.add(`${place}: ${name}`)
      rest = text.slice(-longest)
    },
    end: () => ({ place, size, found: [...found] }),
  }
}

export function scanText(place: string, text: string, secrets: Secrets) {
  const scan = scanner(place, secrets)
  scan.look(text)
  return scan.end()
}

export async function scanFiles(place: string, folder: string, secrets: Secrets) {
  const scan = scanner(place, secrets)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    try {
      // Latin 1 preserves every byte.
      for await (const piece of createReadStream(join(entry.parentPath, entry.name), { encoding: 'latin1' }))
        scan.look(piece)
    } catch (error) {
      // A running database deletes files.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return scan.end()
}

/** Likely card numbers: 13 to 19 digits, grouped or not, with a card's first digit and check digit. */
export function cardNumbersIn(text: string): string[] {
  const candidates = text.match(/(?<![\w.:-])[3-6](?:[ -]?\d){12,18}(?![\w.:-])/g) ?? []
  return candidates.filter(hasCheckDigit)
}

/** The Luhn check. */
export function hasCheckDigit(number: string): boolean {
  const digits = [...number.replace(/\D/g, '')].map(Number).reverse()
  const doubled = digits.map((digit, nth) => (nth % 2 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit))
  return doubled.reduce((sum, digit) => sum + digit, 0) % 10 === 0
}
