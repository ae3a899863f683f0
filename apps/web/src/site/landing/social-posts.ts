import { useSiteData } from '../../prerender/site-data.ts'

/** As many as the section has room for. */
const SHOWN = 3

/** The addresses of the posts to show; empty where none are set. */
export function useSocialPosts(): readonly string[] {
  const { business } = useSiteData()
  return business.socialPosts.slice(0, SHOWN)
}

const INSTAGRAM_POST = /^https:\/\/(?:www\.)?instagram\.com\/(?:p|reel|tv)\/[\w-]+/

/** Where a post shows itself without the network's page around it; other addresses are taken to be such already. */
export function embedAddress(post: string): string {
  const [address] = post.match(INSTAGRAM_POST) ?? []
  return address ? `${address}/embed` : post
}
