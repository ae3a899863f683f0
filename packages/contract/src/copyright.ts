const FIRST_YEAR = 2024

/** `© 2024`, and with the current year behind it after that. */
export const copyright = (year: number) => `© ${year > FIRST_YEAR ? `${FIRST_YEAR}-${year}` : FIRST_YEAR}`
