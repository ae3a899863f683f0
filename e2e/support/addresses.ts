export interface Leaf {
  path?: string
  /** Of the portal's tabs and views. */
  tab?: string
  href: (of: never) => string
}

/** The addresses in a tree by name: `signIn`, `bookings.offer`. */
export function leavesOf(tree: object, within = ''): [name: string, leaf: Leaf][] {
  return Object.entries(tree).flatMap(([name, branch]) => {
    if (typeof branch !== 'object') return []
    const leaves = leavesOf(branch, `${within}${name}.`)
    return 'href' in branch ? [[within + name, branch] as [string, Leaf], ...leaves] : leaves
  })
}
