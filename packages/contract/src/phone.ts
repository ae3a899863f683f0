/** `tel:+18635550142`, or `sms:` for a text message. */
export const phoneAddress = (kind: 'tel' | 'sms', phone: string) => `${kind}:${phone.replace(/[^+\d]/g, '')}`

/** `(863) 555-0142`, however an American number was typed; any other as it was. */
export function formatPhone(phone: string): string {
  const [, area, office, line] = /^(?:1)?(\d{3})(\d{3})(\d{4})$/.exec(phone.replace(/[\s().+-]/g, '')) ?? []
  return area && !/^\s*\+(?!1)/.test(phone) ? `(${area}) ${office}-${line}` : phone
}
