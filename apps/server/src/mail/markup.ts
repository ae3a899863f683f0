const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** What a person typed, as text of a page or of an attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

/** The same, with its addresses as links. */
export function withLinks(text: string): string {
  return escaped(text).replace(/https?:\/\/[^\s<>"']+[^\s<>"'.,)]/g, (url) => `<a href="${url}">${url}</a>`)
}
