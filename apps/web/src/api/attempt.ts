/** Undefined where it cannot be done: storage is blocked or full, or what it holds is no JSON. */
export function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
