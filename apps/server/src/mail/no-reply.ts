/** The site's own address for emails until it has another one; nobody reads what is sent there. */
export function noReplyAt(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return `no-reply@${/[a-z]/i.test(hostname) && !hostname.includes(':') ? hostname : 'localhost'}`
}
