/** An address of which its owner knows the rest: `d•••@example.com`. */
export const hintOf = (email: string): string => email.replace(/^(.).*(?=@)/, '$1•••')
