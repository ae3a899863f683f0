/** Words in a row that are set alike. */
export interface Run {
  text: string
  set?: 'bold' | 'italic'
}

/** A part of a waiver as it reads. Lines keep the breaks they were written with. */
export type Block = { is: 'heading' | 'paragraph'; runs: Run[] } | { is: 'list'; items: Run[][] }

const HEADING = /^ {0,3}#{1,6} +(.+?) *#*$/
const ITEM = /^\s*[-*•] +(.+)$/
const RULE = /^ *(-{3,}|\*{3,}) *$/
const SET = /\*\*(\S|\S.*?\S)\*\*|(?<![\w*])\*([^\s*]|[^\s*][^*]*[^\s*])\*(?![\w*])/g

/**
 * A waiver's text with its usual marks read as what they mean: `# heading`, `- item`, `**bold**`, `*italic*`. Any other
 * text reads as it was written; the text that is kept and proved is the one that was published (docs/rules.md §16.1).
 */
export function waiverBlocks(text: string): Block[] {
  const blocks: ({ is: Block['is']; lines: string[] } | undefined)[] = []
  for (const line of text.split('\n')) {
    const open = blocks.at(-1)
    const heading = HEADING.exec(line)?.[1]
    const item = ITEM.exec(line)?.[1]
    if (!line.trim() || RULE.test(line)) blocks.push(undefined)
    else if (heading) blocks.push({ is: 'heading', lines: [heading] })
    else if (item && open?.is === 'list') open.lines.push(item)
    else if (item) blocks.push({ is: 'list', lines: [item] })
    else if (open?.is === 'list' && /^\s/.test(line)) open.lines.push(`${open.lines.pop()}\n${line.trim()}`)
    else if (open?.is === 'paragraph') open.lines.push(line)
    else blocks.push({ is: 'paragraph', lines: [line] })
  }
  return blocks.flatMap((block) => {
    if (!block) return []
    const { is, lines } = block
    return is === 'list' ? { is, items: lines.map(runsOf) } : { is, runs: runsOf(lines.join('\n')) }
  })
}

function runsOf(text: string): Run[] {
  const runs: Run[] = []
  let read = 0
  for (const { index, 0: marked, 1: bold, 2: italic } of text.matchAll(SET)) {
    runs.push({ text: text.slice(read, index) }, bold ? { text: bold, set: 'bold' } : { text: italic!, set: 'italic' })
    read = index + marked.length
  }
  return [...runs, { text: text.slice(read) }].filter((run) => run.text)
}

/** Without what only a page can set, as an email says it. */
export const plainRuns = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')
