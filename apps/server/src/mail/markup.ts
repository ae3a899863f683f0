const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML content and attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

/** A confirmation number, a phone number, or the day in a date. */
const ONE_WORD = /\bJB-\d+|\b[A-Z][a-z]+ \d{1,2}(?=, \d{4})|\(\d{3}\) \d{3}-\d{4}/g

/** Keeps numbers on one line, in markup: what stands inside a tag stays as it is. */
export const unbroken = (markup: string): string =>
  markup.replace(/<[^>]*>|[^<]+/g, (part) =>
    part.startsWith('<') ? part : part.replace(ONE_WORD, '<span style="white-space:nowrap">$&</span>'),
  )

/** Escapes text and turns its URLs into links. */
export function withLinks(text: string): string {
  return escaped(text).replace(/https?:\/\/[^\s<>"']+[^\s<>"'.,)]/g, (url) => `<a href="${url}">${url}</a>`)
}
