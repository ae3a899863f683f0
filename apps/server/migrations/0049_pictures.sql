-- Pictures for the guide, the gallery and reviews, made anew from their pixels and small enough to serve unchanged
-- (docs/rules.md §11.14). One that is not shown is seen by staff alone.
create table pictures (
  id text primary key check (id ~ '^[\w-]{16,22}$'),
  jpeg bytea not null check (length(jpeg) <= 1000000),
  width integer not null check (width between 1 and 1280),
  height integer not null check (height between 1 and 1280),
  is_shown boolean not null,
  made_at timestamptz not null
);
-- A JPEG gets no smaller.
alter table pictures alter column jpeg set storage external;

insert into pictures (id, jpeg, width, height, is_shown, made_at)
  select version, jpeg, 880, 660, true, now() from guide_photo;
update business_facts set facts = facts || jsonb_build_object('guidePhoto', '/api/pictures/' || version) from guide_photo
  where facts ? 'guidePhoto';
drop table guide_photo;

-- Up to three pictures of a review, and when its guest said that everyone in them agrees.
alter table reviews
  add column pictures text[] not null default '{}' check (cardinality(pictures) <= 3),
  add column everyone_agreed_at timestamptz,
  add check (pictures = '{}' or everyone_agreed_at is not null),
  -- What helps most: words and pictures, then words, then pictures, then stars alone; never how many stars.
  add column helps smallint not null generated always as (
    (review_text <> '')::integer * 2 + (cardinality(pictures) > 0)::integer) stored;
create index reviews_most_helpful on reviews (helps desc, created_at desc, id desc) where status = 'PUBLISHED';
