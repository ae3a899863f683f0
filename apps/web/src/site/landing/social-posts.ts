const INSTAGRAM_POST = /^https:\/\/(?:www\.)?instagram\.com\/(?:p|reel|tv)\/[\w-]+/

/** Where a post shows itself without the network's page around it; other addresses are taken to be such already. */
export function embedAddress(post: string): string {
  const [address] = post.match(INSTAGRAM_POST) ?? []
  return address ? `${address}/embed` : post
}
