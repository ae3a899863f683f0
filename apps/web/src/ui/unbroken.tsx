const PHONE = /(\(\d{3}\) \d{3}-\d{4})/

/** A sentence whose phone number stands on one line. */
export const unbroken = (sentence: string) =>
  sentence.split(PHONE).map((part, nth) =>
    nth % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="inline-block">
        {part}
      </span>
    ),
  )
