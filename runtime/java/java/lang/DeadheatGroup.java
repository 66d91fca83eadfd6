package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Fields of a class that its code always checks together: they share the three words of one shadow (field proxies of RedCard
 * and BigFoot; {@code proxies.rs} says which fields these are). A race of it is one of each of them.
 *
 * <p>Naively each field has its own words, and each check of all is one of each. What is only of one field, by
 * reflection or a handle or a class that could not be foreseen, must not count for the others. When an object is first accessed so,
 * its shared words become {@link DeadheatShadow#FROZEN}, and each field has words of its own from then on, which begin with what
 * was in the shared ones ({@link Apart}); that is how parts of arrays are refined ({@link DeadheatParts}), too. An access that
 * meets a frozen word is made again there.
 *
 * <p>The words of one's own hang where the reads of several threads would be that the second field does not have: all
 * reads of a group are kept for its first field.
 *
 * <p>What is kept of a code place is that of one field; {@link #siteOf} asks the agent for the others of the same check.
 */
final class DeadheatGroup {
    private static final int TOGETHER = 7;
    private static final Unsafe U = Unsafe.getUnsafe();

    /** Stands for all fields; it has the name of the first. */
    final DeadheatLocation whole;
    /** In the order of their names. */
    final DeadheatLocation[] members;

    /** The words of each field of one object. */
    private static final class Apart {
        private static final long READS = U.objectFieldOffset(Apart.class, "reads");

        /** By field of the class, as in {@link DeadheatShadow}, written by compare and set, the code places after. */
        final long[] words;
        /** Reads of several threads, by field of the class; written by compare and set. */
        volatile Object[] reads;

        Apart(int count) {
            words = new long[3 * count];
        }
    }

    private DeadheatGroup(DeadheatLocation[] members) {
        DeadheatLocation first = members[0];
        whole = new DeadheatLocation(first.kind, first.owner, first.name, first.descriptor);
        whole.holder = first.holder;
        whole.field = first.field;
        whole.write = first.write;
        whole.read = first.read;
        whole.sites = first.sites;
        whole.more = first.more;
        whole.index = first.index;
        whole.count = first.count;
        whole.group = this;
        this.members = members;
    }

    /** Makes the groups of a class's fields: those that have the same words. */
    static void gather(java.util.ArrayList<DeadheatLocation> fields) {
        for (DeadheatLocation first : fields) {
            java.util.ArrayList<DeadheatLocation> members = new java.util.ArrayList<>();
            for (DeadheatLocation other : fields) {
                if (other.sites == first.sites && other.sites != 0) {
                    members.add(other);
                }
            }
            if (members.size() > 1 && first.group == null) {
                DeadheatGroup group = new DeadheatGroup(members.toArray(new DeadheatLocation[0]));
                for (DeadheatLocation member : members) {
                    member.group = group;
                }
            }
        }
    }

    /** All fields are accessed. */
    void access(DeadheatThread thread, Object object, boolean isWrite, int site) {
        if (isWrite) {
            write(thread, object, site);
        } else {
            read(thread, object, site);
        }
    }

    private void read(DeadheatThread thread, Object object, int site) {
        DeadheatLocation at = whole;
        if (!DeadheatShadow.read(thread, object, at.write, at.read, at.sites, object, at.more, at.index, at.count, site, at,
                object, false)) {
            accessApart(thread, object, false, site);
        }
    }

    private void write(DeadheatThread thread, Object object, int site) {
        DeadheatLocation at = whole;
        if (!DeadheatShadow.write(thread, object, at.write, at.read, at.sites, object, at.more, at.index, site, at, object,
                false)) {
            accessApart(thread, object, true, site);
        }
    }

    /** All fields are read, of which this is one; who asks asks of each. */
    void readIfFirst(DeadheatThread thread, Object object, DeadheatLocation member, int site) {
        if (member == members[0]) {
            read(thread, object, site);
        }
    }

    /** All fields are accessed, of an object that has them apart. The access may have begun before that. */
    @DontInline
    private void accessApart(DeadheatThread thread, Object object, boolean isWrite, int site) {
        Apart apart = apart(object);
        for (DeadheatLocation member : members) {
            access(thread, object, apart, member, isWrite, site, true);
        }
    }

    /** One field is accessed alone. */
    @DontInline
    void access(DeadheatThread thread, Object object, DeadheatLocation member, boolean isWrite, int site) {
        access(thread, object, apart(object), member, isWrite, site, false);
    }

    private static void access(DeadheatThread thread, Object object, Apart apart, DeadheatLocation member, boolean isWrite,
            int site, boolean isAgain) {
        long write = DeadheatArrays.word(3 * member.index);
        if (isWrite) {
            DeadheatShadow.write(thread, apart.words, write, write + 8, write + 16, apart, Apart.READS, member.index, site,
                    member, object, isAgain);
        } else {
            DeadheatShadow.read(thread, apart.words, write, write + 8, write + 16, apart, Apart.READS, member.index,
                    member.count, site, member, object, isAgain);
        }
    }

    /** The words of each field of an object; made if they are not there. Who has met a frozen word waits here until they are. */
    private Apart apart(Object object) {
        Object all = DeadheatShadow.readsIn(object, whole.more, whole.count);
        long at = DeadheatArrays.object(members[1].index);
        Object found = U.getReferenceAcquire(all, at);
        return found != null ? (Apart) found : takeApart(object, all, at);
    }

    @DontInline
    private Apart takeApart(Object object, Object all, long at) {
        // Reads of several threads begin under this lock, too.
        synchronized (all) {
            Object found = U.getReferenceAcquire(all, at);
            if (found != null) {
                return (Apart) found;
            }
            Apart apart = new Apart(whole.count);
            try {
                freeze(object, apart);
            } finally {
                // What fails here has no history; but nobody waits for it.
                U.putReferenceRelease(all, at, apart);
            }
            return apart;
        }
    }

    /** Lets no access in any more; each field gets what was there. */
    private void freeze(Object object, Apart apart) {
        long written = U.getAndSetLong(object, whole.write, DeadheatShadow.FROZEN);
        long read = U.getAndSetLong(object, whole.read, DeadheatShadow.FROZEN);
        int writes = stamp(object, whole.sites, written);
        int reads = read == DeadheatShadow.SHARED ? 0 : stamp(object, whole.sites + 4, read);
        for (DeadheatLocation member : members) {
            long words = DeadheatArrays.word(3 * member.index);
            if (read == DeadheatShadow.SHARED) {
                DeadheatReads taken = new DeadheatReads(DeadheatShadow.readsOf(object, whole.more, whole.index));
                Object all = DeadheatShadow.readsIn(apart, Apart.READS, member.count);
                U.putReferenceRelease(all, DeadheatArrays.object(member.index), taken);
            }
            U.putLong(apart.words, words, written);
            U.putLong(apart.words, words + 8, read);
            U.putInt(apart.words, words + 16, writes);
            U.putInt(apart.words, words + 20, reads);
        }
    }

    /** The code place of an access may not be there yet, though its epoch is. */
    private static int stamp(Object object, long sites, long epoch) {
        return epoch == 0 ? 0 : DeadheatShadow.stamp(DeadheatShadow.site(object, sites, epoch), epoch);
    }

    /** Where a field is accessed by the check that accesses one of its group at a code place; that place if it is not known. */
    static int siteOf(DeadheatLocation member, int site) {
        if (member.group == null || site < 0) {
            return site;
        }
        String[] all = Deadheat.describe(TOGETHER, site);
        for (int at = 0; at + 2 < all.length; at += 3) {
            if (all[at].equals(member.name) && all[at + 1].equals(member.descriptor)) {
                return Integer.parseInt(all[at + 2]);
            }
        }
        return site;
    }
}
