const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML content and attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

/** Escapes text and turns its URLs into links. */
export function withLinks(text: string): string {
  return escaped(text).replace(/https?:\/\/[^\s<>"']+[^\s<>"'.,)]/g, (url) => `<a href="${url}">${url}</a>`)
}
