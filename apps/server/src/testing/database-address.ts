/** The same server, another database of it. */
export function inDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(database)}`
  return address.href
}

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}
