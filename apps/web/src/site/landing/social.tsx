import { useState } from 'react'
import bentRod from '../../assets/plates/plate-10-bent-rod.svg'
import cathedral from '../../assets/plates/plate-12-cypress-cathedral.svg'
import slippingAway from '../../assets/plates/plate-24-slipping-away.svg'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ProfileLink, SocialHandle } from '../business-links.tsx'
import { embedAddress } from './social-posts.ts'

const STAND_INS = [
  { plate: bentRod, line: 'Hooked up.' },
  { plate: slippingAway, line: 'And released.' },
  { plate: cathedral, line: 'Morning on the Peace River.' },
]

/** Three posts, each behind a plate: nothing loads from the social network until asked for. */
export function Social() {
  const { socialPosts: posts } = useSiteData().business
  return (
    <section className="social" aria-labelledby="social-title">
      <div className="wrap">
        <div className="social__head">
          <h2 className="display h2" id="social-title">
            Follow Our Adventures
          </h2>
          <ProfileLink className={buttonClass({})}>
            <SocialHandle />
          </ProfileLink>
        </div>
        <ul className="posts">
          {STAND_INS.map(({ plate, line }, index) => (
            <li key={line}>
              <Post plate={plate} line={line} address={posts[index]} />
            </li>
          ))}
        </ul>
        <p className="social__fallback muted">
          <ProfileLink>More photos on Instagram</ProfileLink>
        </p>
      </div>
    </section>
  )
}

interface PostProps {
  plate: string
  line: string
  /** Undefined when no post is set; the plate then links to the profile. */
  address: string | undefined
}

function Post({ plate, line, address }: PostProps) {
  const [isShown, setShown] = useState(false)
  if (address && isShown) {
    return (
      <article className="post">
        <iframe
          // The pressed button is gone, so the focus moves to the post it loaded.
          ref={(frame) => frame?.focus()}
          className="post__frame"
          src={embedAddress(address)}
          title={line}
          sandbox="allow-scripts allow-same-origin allow-popups"
          referrerPolicy="no-referrer"
        />
      </article>
    )
  }
  return (
    <article className="post">
      <div className="post__plate grain">
        <img src={plate} alt="" width={1200} height={900} loading="lazy" />
        {address ? (
          <Button variant="ink" onClick={() => setShown(true)} aria-label={`See it on Instagram: ${line}`}>
            See it on Instagram
          </Button>
        ) : (
          <ProfileLink className={buttonClass({ variant: 'ink' })}>See it on Instagram</ProfileLink>
        )}
      </div>
      <p>{line}</p>
    </article>
  )
}
