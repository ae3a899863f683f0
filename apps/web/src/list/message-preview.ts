const PREVIEW_LENGTH = 100

/** The beginning of a message, on one line, cut at 100 characters (docs/rules.md §6.12). */
export function previewOf(message: string): string {
  const characters = [...message.replace(/\s+/g, ' ').trim()]
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…` : characters.join('')
}
