/** The hold in an answer. @throws Error if nothing was held because the customer must pay first */
export function heldOf<A extends object>(answer: A): Exclude<A, { payFirst: true }> {
  if ('payFirst' in answer) throw new Error('Expected a hold, but the customer must pay first.')
  return answer as Exclude<A, { payFirst: true }>
}
