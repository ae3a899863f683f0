export const middleOf = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)]!

export const p99Of = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.ceil(figures.length * 0.99) - 1]!

/** The median with its range: `1.94 (1.38–3.04)`. */
export const rangeOf = (figures: readonly number[], digits: number): string => {
  const [middle, least, most] = [middleOf(figures), Math.min(...figures), Math.max(...figures)]
  return `${middle.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`
}
