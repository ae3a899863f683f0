import { emailParts } from '@arcadia/contract/site/wording'
import { Fragment } from 'react'

interface EmailTextProps {
  email: string
  /** What ends its sentence, in which it moves to the next line rather than break. */
  end?: string
}

/** An address that breaks before its @ or its last period if it can. */
export const EmailText = ({ email, end }: EmailTextProps) => (
  <span className={end ? 'inline-block wrap-anywhere' : 'wrap-anywhere'}>
    {emailParts(email).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
    {end}
  </span>
)
