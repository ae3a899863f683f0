/** From this hour on, Eastern, go out emails that aren't urgent. */
export const MORNING_HOUR = 9
