/** One promise, tried. A file of experiments/ exports one of these. */
export interface Experiment {
  /** As in the list of experiments, R1 to R25; E1 and on are of our own. */
  id: string
  title: string
  run(context: Context): Promise<Row[]>
}

export interface Context {
  /** What is asked follows from it; in which order it arrives is the machine's doing. */
  seed: number
  /** How long the whole experiment may take; without it, it runs in its short form. */
  minutes: number | undefined
  /** Tells how it goes. */
  say(line: string): void
}

/** One line of the table. */
export interface Row {
  what: string
  /** How often. */
  tried: string
  figure: string
  bar: string
  held: boolean
  /** Whether the same run reported failures once what keeps the promise was taken away; left out where nothing can be. */
  saboteurCaught?: boolean
}
