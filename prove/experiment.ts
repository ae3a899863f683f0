/** Puts one promise to the test. Each file in experiments/ exports one. */
export interface Experiment {
  /** R1 to R25 as in the specified list; E1 and up are extras. */
  id: string
  title: string
  run(context: Context): Promise<Row[]>
}

export interface Context {
  /** Determines what is requested; the machine decides the order of arrival. */
  seed: number
  /** Time budget of the whole experiment; undefined runs the short form. */
  minutes: number | undefined
  /** Prints progress. */
  say(line: string): void
}

/** One line of the table. */
export interface Row {
  what: string
  /** How much was tried. */
  tried: string
  figure: string
  bar: string
  held: boolean
  /** Whether the run failed once the protection was removed; left out where nothing can be removed. */
  saboteurCaught?: boolean
}
