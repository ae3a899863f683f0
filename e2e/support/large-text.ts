import { expect, type Page } from '@playwright/test'

/** How a browser makes letters twice as large: by its own font size, or by one that Android and iPhone put on top. */
const WAYS = ['font-size', 'text-size-adjust'] as const

/**
 * Expects that what is shown can be read at 200 % text on a phone: nothing is wider than the window or its box, no word is
 * broken in two, and none is cut off. In a dialog on a phone held sideways, nothing covers a field. `name` is the screen's
 * in the report.
 */
export async function expectReadable(page: Page, name: string): Promise<void> {
  const found: string[] = []
  const before = page.viewportSize()!
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    for (const way of WAYS) {
      await page.evaluate((way) => document.documentElement.style.setProperty(way, '200%'), way)
      const flaws = await page.evaluate(readingFlaws, width)
      found.push(...flaws.map((flaw) => `${name}, ${way} at ${width}: ${flaw}`))
      await page.evaluate((way) => document.documentElement.style.removeProperty(way), way)
    }
  }
  await page.setViewportSize({ width: 667, height: 375 })
  for (const size of ['100%', '200%']) {
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), size)
    found.push(...(await page.evaluate(coveredFields)).map((flaw) => `${name}, ${size} sideways: ${flaw}`))
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  }
  await page.setViewportSize(before)
  // A wider window than before leaves a phone zoomed in.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 })
  await browser.detach()
  expect.soft(found).toEqual([])
}

/** Runs in the page, in a window of that width: on a phone `innerWidth` grows with what is too wide. */
async function readingFlaws(windowWidth: number): Promise<string[]> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const flaws = new Set<string>()
  const called = (element: Element) =>
    `${element.tagName.toLowerCase()}${element.className && typeof element.className === 'string' ? `.${element.className.split(' ').slice(0, 2).join('.')}` : ''}`
  const excerpt = (text: string) => JSON.stringify(text.replace(/\s+/g, ' ').trim().slice(0, 40))
  const wide = document.documentElement.scrollWidth - windowWidth
  if (wide > 0) {
    const out = [...document.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > windowWidth + 1)
    flaws.add(`the page scrolls ${wide} px sideways: ${out.map(called).slice(-4).join(' ')}`)
  }
  const dialogs = document.querySelectorAll('[role=dialog], dialog[open]')
  const root = dialogs[dialogs.length - 1] ?? document.body
  /** Rows of pictures or months that are meant to be pushed sideways. */
  const PUSHED = '.gallery__frame, .year'
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true]') && !isHeard(element)
  /** Only by a screen reader: its box is a pixel wide. */
  function isHeard(element: Element): boolean {
    const { position, overflowX } = getComputedStyle(element)
    if (position === 'absolute' && overflowX === 'hidden' && element.clientWidth <= 1) return true
    return element !== root && element.parentElement !== null && isHeard(element.parentElement)
  }

  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    const { overflowX, textOverflow } = getComputedStyle(element)
    if (overflowX === 'visible' || textOverflow === 'ellipsis' || element.matches('input, select, textarea')) continue
    if (!element.textContent?.trim() || element.matches(PUSHED) || !isShown(element)) continue
    const cut = element.scrollWidth - element.clientWidth
    if (cut <= 1) continue
    const end = element.getBoundingClientRect().right
    const out = [...element.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > end + 1).at(-1)
    flaws.add(`${called(element)} hides ${cut} px of ${excerpt((out ?? element).textContent!)}`)
  }

  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const node = texts.currentNode as Text
    const element = node.parentElement!
    if (!node.data.trim() || element.closest('option, script, style, noscript') || !isShown(element)) continue
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      // Addresses and codes may be broken anywhere.
      if (word.length > 20 || /[@/]|\w-\w{4}|\d{9}/.test(word)) continue
      for (const part of word.matchAll(/[^-–—]+[-–—]*/g)) {
        range.setStart(node, index + part.index)
        range.setEnd(node, index + part.index + part[0].length)
        const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
        const lines = new Set(rects.map(({ bottom }) => Math.round(bottom / 8)))
        if (lines.size > 1 && Math.abs(rects[0]!.bottom - rects.at(-1)!.bottom) > rects[0]!.height / 2)
          flaws.add(`${called(element)} breaks ${excerpt(part[0])}`)
      }
    }
    range.selectNodeContents(node)
    const { left, right, width } = range.getBoundingClientRect()
    if (width === 0) continue
    const isPlaced = getComputedStyle(element).position === 'absolute'
    const box = isPlaced
      ? element
      : element.closest<HTMLElement>(
          'button, .btn, .bar > a, td, th, li, .tag, .callout, .box, .dlg__b, main, footer, header',
        )
    if (
      !box ||
      box.closest(PUSHED) ||
      box.querySelector(PUSHED)?.contains(element) ||
      getComputedStyle(element).textOverflow === 'ellipsis'
    )
      continue
    const { left: from, right: to } = box.getBoundingClientRect()
    if (left < from - 2 || right > to + 2) flaws.add(`${excerpt(node.data)} runs out of ${called(box)}`)
  }
  return [...flaws]
}

/** Runs in the page: what the fields of the dialog on top lack once they are scrolled to, as by the focus. */
async function coveredFields(): Promise<string[]> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1)
  const flaws: string[] = []
  for (const field of dialog?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? []) {
    const isShown = field.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!isShown || field.clientWidth <= 1) continue
    field.scrollIntoView({ block: 'nearest' })
    const called = field.labels?.[0]?.textContent ?? field.name
    const { left, top, width, height } = field.getBoundingClientRect()
    for (const y of height < window.innerHeight / 2 ? [top + 2, top + height - 2] : [top + height / 2]) {
      const seen = document.elementFromPoint(left + width / 2, y)
      if (seen !== field && !seen?.closest('label')?.contains(field) && !seen?.parentElement?.contains(field))
        flaws.push(`${called} is under ${seen?.tagName} ${seen?.className}`)
    }
    const scroller = field.closest('.dlg__b')
    const isFixed = scroller && /auto|scroll/.test(getComputedStyle(scroller).overflowY)
    if (isFixed && scroller.clientHeight < window.innerHeight / 2)
      flaws.push(`${called} has ${scroller.clientHeight} px between head and foot`)
  }
  if (dialog) dialog.scrollTop = 0
  return flaws
}

/** As set in the browser: unlike letters of the page, they fold what is measured in em. */
export async function setLetters(page: Page, px: number): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: px } })
  await browser.detach()
}
