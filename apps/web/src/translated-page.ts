/** For a text that a translator took out of the page, the element it put in its place. */
const standIns = new WeakMap<Node, ChildNode>()

const isStandIn = (node: Node | null | undefined): node is ChildNode => node?.nodeName === 'FONT'

function note(records: readonly MutationRecord[]) {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const standIn = [addedNodes[0], previousSibling, nextSibling].find(isStandIn)
    if (standIn) for (const node of removedNodes) if (node instanceof Text) standIns.set(node, standIn)
  }
}

/**
 * Lets React go on in a page that a browser translates. A translator puts `<font>` elements around texts or in their
 * place; React would then change a text that nobody sees, or fail to remove it and take the screen down. So a text goes
 * back to its place before React touches it, and the translator translates it again.
 */
export function keepTranslatable(page: Document) {
  const observer = new MutationObserver(note)
  observer.observe(page, { childList: true, subtree: true })

  function putBack(node: Node | null, parent: Node | null) {
    if (!node || (parent && node.parentNode === parent)) return
    note(observer.takeRecords())
    let standIn = standIns.get(node) ?? node.parentNode
    while (isStandIn(standIn?.parentNode)) standIn = standIn.parentNode
    if (isStandIn(standIn) && (!parent || standIn.parentNode === parent)) standIn.replaceWith(node)
    standIns.delete(node)
  }

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    putBack(child, this)
    return removeChild.call(this, child) as Child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
    putBack(before, this)
    return insertBefore.call(this, node, before) as Child
  }
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, text: string | null) {
      if (!this.parentNode) putBack(this, null)
      nodeValue.set!.call(this, text)
    },
  })
}
