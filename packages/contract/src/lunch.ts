/** What there is to eat and drink, and when: in the same words on the site, in emails and in the terms. */
export const LUNCH = "Drinks are on hand all morning, and a gourmet lunch is served when the fishing's done."
