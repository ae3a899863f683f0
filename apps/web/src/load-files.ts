/** Files that are here or on their way. */
const arrivals = new Map<string, Promise<unknown>>()

/**
 * Runs an `import()` once the files it needs are here; the build puts it around each one, in place of Vite's own
 * helper. A browser that lost a module says so again until the page is reloaded, so a file is fetched before it is
 * imported, and a lost one once more. The page's own script and style sheet, `index-…`, are here: the style sheet added
 * again would lay out the whole page again.
 */
export async function loadFiles<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  await Promise.all(
    files.map((file) => {
      const arrival = arrivals.get(file) ?? fetchFile(file).catch(() => fetchFile(file))
      arrivals.set(file, arrival)
      arrival.catch(() => arrivals.delete(file))
      return arrival
    }),
  )
  return load()
}

async function fetchFile(file: string): Promise<unknown> {
  if (file.includes('/index-')) return
  if (file.endsWith('.css')) return addStyles(file)
  // Into the browser's cache, from which the import takes it. A preload that failed would be remembered like a module.
  const answer = await fetch(`/${file}`)
  if (!answer.ok) throw new Error(file)
  return answer.arrayBuffer()
}

function addStyles(file: string): Promise<unknown> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = `/${file}`
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error(file))
    }
    document.head.append(link)
  })
}
