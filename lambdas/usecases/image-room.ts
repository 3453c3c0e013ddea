import type { Room } from '../ports/images.ts';

/** One fetch's part of the room. */
export class Place implements Room {
  /** Bytes that were announced or have arrived, also when there was no room for them. */
  wanted = 0;
  /** Bytes of the room that are taken by it. */
  held = 0;
  private readonly room: ImageRoom;
  private readonly losing = new AbortController();

  constructor(room: ImageRoom) {
    this.room = room;
  }

  get lost(): AbortSignal {
    return this.losing.signal;
  }

  grow(toBytes: number): boolean {
    if (this.lost.aborted) return false;
    this.wanted = Math.max(this.wanted, toBytes);
    this.held = this.wanted;
    this.room.makeRoomFor(this);
    return !this.lost.aborted;
  }

  /** Gives its part back. */
  leave(): void {
    this.held = 0;
  }

  lose(): void {
    this.held = 0;
    this.losing.abort();
  }
}

const sumOf = (places: readonly Place[]): number => places.reduce((sum, { held }) => sum + held, 0);

/**
 * Room for the remote images of one tree, which arrive in any order. Whoever fits beside those before it in the document
 * takes the room of those after it, the last of them first; whoever does not leaves.
 */
export class ImageRoom {
  private readonly places: Place[] = [];
  private readonly bytes: number;

  constructor(bytes: number) {
    this.bytes = bytes;
  }

  /** A place after all those given out before. */
  place(): Place {
    const place = new Place(this);
    this.places.push(place);
    return place;
  }

  makeRoomFor(place: Place): void {
    const before = this.places.slice(0, this.places.indexOf(place) + 1);
    if (sumOf(before) > this.bytes) place.lose();
    while (sumOf(this.places) > this.bytes) this.places.findLast(({ held }) => held > 0)?.lose();
  }
}
