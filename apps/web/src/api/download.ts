/** Hands a file to the browser: a call that needs the session's token is no plain link. */
export function download(text: string, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // A turn later: Safari reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
