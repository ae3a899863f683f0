import { addresses, portal } from '@arcadia/contract/addresses'

type Tree = { href?: (of: never) => string } & { [name: string]: unknown }

/** Stands for whatever names one thing: an id, a token, a date. */
const named = new Proxy({}, { get: () => 'X' }) as never

/** Every address that the tree makes, with X in place of what names one thing. A chosen star may be left out. */
function leavesOf(tree: Tree): string[] {
  const branches = Object.values(tree).flatMap((branch) => (typeof branch === 'object' ? leavesOf(branch as Tree) : []))
  return typeof tree.href === 'function' ? [tree.href(named), ...branches] : branches
}

const patterns = leavesOf({ addresses, portal } as unknown as Tree).map((address) => {
  const escaped = address
    .replace(/[?#.]/g, '\\$&')
    .replace(/\\\.X$/, '(?:\\.X)?')
    .replaceAll('X', '[\\w-]+')
  return new RegExp(`^${escaped}(?:&\\w+=[\\w-]+)*$`)
})

/** The site's addresses in an email that are not from the tree, where each survives a mail filter. */
export function strayAddresses(text: string, publicUrl: string): string[] {
  const ours = text.split(/\s/).filter((word) => word.startsWith(publicUrl))
  return ours
    .map((url) => url.slice(publicUrl.length).replace(/[.,)]+$/, ''))
    .filter((address) => address !== '' && !patterns.some((pattern) => pattern.test(address)))
}
