/** Saves a file in the browser; calls that need the session's token can't be plain links. */
export function download(text: string, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // In the next task: Safari reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
