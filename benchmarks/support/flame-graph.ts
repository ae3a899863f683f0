/** A CPU profile of the V8 inspector. */
export interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

export interface Frame {
  name: string
  time: number
  children: Map<string, Frame>
}

/** Idle time, and time outside JavaScript that the profiler cannot attribute. */
const NOT_SEEN = ['(root)', '(idle)', '(program)']
/** Frames below this share are not drawn. */
const LEAST = 0.005
const [WIDTH, ROW, TOP] = [1000, 17, 24]

export const aFrame = (name: string): Frame => ({ name, time: 0, children: new Map() })

/**
 * Adds a profile's busy time. Our code gets a frame per function, a dependency one frame per package, and Node a frame only for
 * its own time.
 */
export function addProfile(root: Frame, { nodes, samples, timeDeltas }: Profile): void {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const stacks = new Map<number, string[]>()
  const stackOf = (id: number | undefined): string[] => {
    if (id === undefined) return []
    const known = stacks.get(id)
    if (known) return known
    const above = stackOf(parents.get(id))
    const name = nameOf(byId.get(id)!.callFrame)
    const stack = name === '' || name === 'node' || above.at(-1) === name ? above : [...above, name]
    stacks.set(id, stack)
    return stack
  }
  for (const [index, sample] of samples.entries()) {
    const { callFrame } = byId.get(sample)!
    if (NOT_SEEN.includes(callFrame.functionName)) continue
    const time = timeDeltas[index]!
    root.time += time
    let frame = root
    for (const name of [...stackOf(sample), ...(nameOf(callFrame) === 'node' ? ['node'] : [])]) {
      if (!frame.children.has(name)) frame.children.set(name, aFrame(name))
      frame = frame.children.get(name)!
      frame.time += time
    }
  }
}

/** The package, or the function and file for our own code; empty for idle and system time. */
function nameOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  if (NOT_SEEN.includes(functionName)) return ''
  if (functionName === '(garbage collector)') return 'garbage'
  if (url === '' || url.startsWith('node:')) return 'node'
  const dependency = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (dependency) return dependency
  if (url.includes('/provider-simulator/')) return 'simulator'
  return `${functionName || '()'} ${/([^/]+?)(\.service|\.store)?\.ts$/.exec(url)?.[1] ?? ''}`
}

export function drawFlameGraph(root: Frame): string {
  const shapes: string[] = []
  let depth = 0
  const draw = (frame: Frame, x: number, row: number): void => {
    depth = Math.max(depth, row)
    const width = (frame.time / root.time) * WIDTH
    const share = `${((frame.time / root.time) * 100).toFixed(1)} %`
    const text = frame.name.slice(0, Math.floor(width / 6.2))
    const [left, top] = [x.toFixed(1), TOP + row * ROW]
    shapes.push(
      `<g><title>${escaped(frame.name)}, ${share}</title><rect x="${left}" y="${top}" width="${(width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${colorOf(frame.name)}"/>${
        text.length > 2 ? `<text x="${(x + 3).toFixed(1)}" y="${top + 12}">${escaped(text)}</text>` : ''
      }</g>`,
    )
    let at = x
    for (const child of [...frame.children.values()].sort((one, other) => other.time - one.time)) {
      if (child.time / root.time < LEAST) continue
      draw(child, at, row + 1)
      at += (child.time / root.time) * WIDTH
    }
  }
  draw(root, 0, 0)
  const height = TOP + (depth + 1) * ROW
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11"><rect width="${WIDTH}" height="${height}" fill="#fff"/><text x="3" y="15">Our code in green, packages in sand, Node and garbage collection in blue; callees below. Width is processor time.</text>${shapes.join('\n')}</svg>\n`
}

const escaped = (text: string) => text.replace(/[<>&]/g, (letter) => `&#${letter.charCodeAt(0)};`)

function colorOf(name: string): string {
  if (name === 'node' || name === 'garbage') return '#b9d3e6'
  return name.includes(' ') ? '#a9cfa4' : '#e9d6a8'
}
