package deadheat.rewriter;

import deadheat.recorder.Recorder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Puts the recorder's calls into one method.
 *
 * <p>No frame has to be computed: inserted code has no jumps, and three variables behind those of the method
 * (the thread's state, and what the caller was calling) are set first of all and are thus part of every
 * frame. Further variables behind them are used between two instructions only. The one handler that is added
 * restores the caller's call when the method throws; constructors have none, because a handler must not see
 * an object that is not initialised. If a constructor throws, the next handler or call of the application
 * restores order.
 */
final class MethodRewriter implements Opcodes {
    private static final String STATE = "deadheat/recorder/State";
    private static final String ARRAY_TYPES = "ZCFDBSIJ";

    private final Rewriter rewriter;
    private final ClassNode owner;
    private final MethodNode method;
    private final Map<AbstractInsnNode, Integer> offsets;
    private final int number;
    private final int state;

    MethodRewriter(Rewriter rewriter, ClassNode owner, MethodNode method, Map<AbstractInsnNode, Integer> offsets) {
        this.rewriter = rewriter;
        this.owner = owner;
        this.method = method;
        this.offsets = offsets;
        this.number = Recorder.method(owner.name, method.name, method.desc);
        this.state = method.maxLocals;
    }

    void rewrite() {
        Set<LabelNode> handlers = new HashSet<>();
        method.tryCatchBlocks.forEach(block -> handlers.add(block.handler));
        boolean inHandlerHead = false;
        for (AbstractInsnNode node : method.instructions.toArray()) {
            if (node instanceof FrameNode frame) {
                extend(frame);
            }
            inHandlerHead |= node instanceof LabelNode label && handlers.contains(label);
            if (inHandlerHead && node.getOpcode() >= 0) {
                method.instructions.insertBefore(node, done());
                inHandlerHead = false;
            }
            instruction(node);
        }
        LabelNode start = new LabelNode();
        InsnList head = prologue();
        head.add(start);
        method.instructions.insert(head);
        if (!method.name.equals("<init>")) {
            restoreOnException(start);
        }
    }

    private void instruction(AbstractInsnNode node) {
        switch (node.getOpcode()) {
            case INVOKEVIRTUAL, INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC -> call((MethodInsnNode) node);
            case INVOKEDYNAMIC -> dynamic((InvokeDynamicInsnNode) node);
            case NEW -> allocation(node, ((TypeInsnNode) node).desc);
            case ANEWARRAY -> allocation(node, arrayOf(((TypeInsnNode) node).desc));
            case NEWARRAY -> allocation(node, "[" + ARRAY_TYPES.charAt(((IntInsnNode) node).operand - T_BOOLEAN));
            case MULTIANEWARRAY -> allocation(node, ((MultiANewArrayInsnNode) node).desc);
            case PUTFIELD, PUTSTATIC -> field((FieldInsnNode) node);
            case AASTORE -> element(node);
            case IRETURN, LRETURN, FRETURN, DRETURN, ARETURN, RETURN -> method.instructions.insertBefore(node, exit());
            default -> {}
        }
    }

    private static String arrayOf(String element) {
        return element.startsWith("[") ? "[" + element : "[L" + element + ";";
    }

    private int site(AbstractInsnNode node, String type, String name, String descriptor) {
        return Recorder.site(number, offsets.get(node), node.getOpcode(), type, name, descriptor);
    }

    private void call(MethodInsnNode node) {
        int site = site(node, node.owner, node.name, node.desc);
        InsnList before = new InsnList();
        boolean isLibrary = rewriter.isLibraryClass(node.owner);
        if (node.getOpcode() == INVOKESTATIC || node.getOpcode() == INVOKESPECIAL) {
            announce(before, site);
        } else {
            boolean isReflective = isReflective(node);
            Type[] arguments = Type.getArgumentTypes(node.desc);
            int shape = shape(arguments);
            receiverToTop(before, arguments, shape);
            if (isReflective) {
                before.add(new InsnNode(DUP));
                before.add(push(site));
                before.add(recorder("reflect", "(Ljava/lang/Object;I)V"));
            }
            before.add(new InsnNode(DUP));
            before.add(new VarInsnNode(ALOAD, state));
            before.add(push(site));
            before.add(recorder(isLibrary ? "callLibrary" : "call", "(Ljava/lang/Object;L" + STATE + ";I)V"));
            receiverBack(before, arguments, shape);
        }
        method.instructions.insertBefore(node, before);
        InsnList after = done();
        if (givesClass(node)) {
            after.add(new InsnNode(DUP));
            after.add(push(site));
            after.add(recorder("reflect", "(Ljava/lang/Object;I)V"));
        }
        method.instructions.insert(node, after);
    }

    private static boolean isReflective(MethodInsnNode node) {
        return switch (node.owner) {
            case "java/lang/reflect/Method" -> node.name.equals("invoke");
            case "java/lang/reflect/Constructor", "java/lang/Class" -> node.name.equals("newInstance");
            default -> false;
        };
    }

    private static boolean givesClass(MethodInsnNode node) {
        boolean byName = node.name.equals("forName") && node.owner.equals("java/lang/Class");
        boolean byLoader = node.name.equals("loadClass") && node.desc.startsWith("(Ljava/lang/String;)");
        boolean byLookup = node.name.equals("findClass") && node.owner.equals("java/lang/invoke/MethodHandles$Lookup");
        return (byName || byLoader || byLookup) && node.desc.endsWith(")Ljava/lang/Class;");
    }

    /** How many slots the arguments take, or 3 for all that the stack's own instructions cannot move. */
    private static int shape(Type[] arguments) {
        int size = 0;
        for (Type argument : arguments) {
            size += argument.getSize();
        }
        return Math.min(size, 3);
    }

    private void receiverToTop(InsnList list, Type[] arguments, int shape) {
        switch (shape) {
            case 0 -> {}
            case 1 -> list.add(new InsnNode(SWAP));
            case 2 -> {
                list.add(new InsnNode(DUP2_X1));
                list.add(new InsnNode(POP2));
            }
            default -> {
                int[] slots = slots(arguments);
                for (int i = arguments.length - 1; i >= 0; i--) {
                    list.add(new VarInsnNode(arguments[i].getOpcode(ISTORE), slots[i]));
                }
            }
        }
    }

    private void receiverBack(InsnList list, Type[] arguments, int shape) {
        switch (shape) {
            case 0 -> {}
            case 1 -> list.add(new InsnNode(SWAP));
            case 2 -> {
                list.add(new InsnNode(DUP_X2));
                list.add(new InsnNode(POP));
            }
            default -> {
                int[] slots = slots(arguments);
                for (int i = 0; i < arguments.length; i++) {
                    list.add(new VarInsnNode(arguments[i].getOpcode(ILOAD), slots[i]));
                }
            }
        }
    }

    private int[] slots(Type[] arguments) {
        int[] slots = new int[arguments.length];
        int next = state + 3;
        for (int i = 0; i < slots.length; i++) {
            slots[i] = next;
            next += arguments[i].getSize();
        }
        return slots;
    }

    private void dynamic(InvokeDynamicInsnNode node) {
        InsnList before = new InsnList();
        announce(before, site(node, "-", node.name, node.desc));
        method.instructions.insertBefore(node, before);
        method.instructions.insert(node, done());
    }

    private void announce(InsnList list, int site) {
        list.add(new VarInsnNode(ALOAD, state));
        list.add(push(site));
        list.add(recorder("call", "(L" + STATE + ";I)V"));
    }

    private void allocation(AbstractInsnNode node, String type) {
        InsnList after = new InsnList();
        after.add(push(site(node, type, "", "")));
        after.add(recorder("allocate", "(I)V"));
        method.instructions.insert(node, after);
    }

    private void field(FieldInsnNode node) {
        if (!node.desc.startsWith("L") && !node.desc.startsWith("[")) {
            return;
        }
        InsnList before = new InsnList();
        before.add(new InsnNode(DUP));
        store(before, ~Recorder.field(node.owner, node.name, node.desc));
        method.instructions.insertBefore(node, before);
    }

    private void element(AbstractInsnNode node) {
        InsnList before = new InsnList();
        before.add(new InsnNode(DUP));
        store(before, site(node, "", "", ""));
        method.instructions.insertBefore(node, before);
    }

    private void store(InsnList list, int key) {
        list.add(new VarInsnNode(ALOAD, state));
        list.add(push(key));
        list.add(recorder("store", "(Ljava/lang/Object;L" + STATE + ";I)V"));
    }

    private InsnList prologue() {
        InsnList list = new InsnList();
        list.add(new MethodInsnNode(INVOKESTATIC, "deadheat/recorder/Recorder", "state", "()L" + STATE + ";"));
        list.add(new VarInsnNode(ASTORE, state));
        list.add(new VarInsnNode(ALOAD, state));
        list.add(new FieldInsnNode(GETFIELD, STATE, "site", "I"));
        list.add(new VarInsnNode(ISTORE, state + 1));
        list.add(new VarInsnNode(ALOAD, state));
        list.add(new FieldInsnNode(GETFIELD, STATE, "receiver", "Ljava/lang/Object;"));
        list.add(new VarInsnNode(ASTORE, state + 2));
        list.add(new VarInsnNode(ALOAD, state));
        boolean hasSelf = (method.access & ACC_STATIC) == 0 && !method.name.equals("<init>");
        list.add(hasSelf ? new VarInsnNode(ALOAD, 0) : new InsnNode(ACONST_NULL));
        list.add(push(number));
        list.add(new MethodInsnNode(INVOKEVIRTUAL, STATE, "enter", "(Ljava/lang/Object;I)V"));
        return list;
    }

    private InsnList exit() {
        InsnList list = new InsnList();
        list.add(new VarInsnNode(ALOAD, state));
        list.add(new VarInsnNode(ILOAD, state + 1));
        list.add(new VarInsnNode(ALOAD, state + 2));
        list.add(new MethodInsnNode(INVOKEVIRTUAL, STATE, "exit", "(ILjava/lang/Object;)V"));
        return list;
    }

    private InsnList done() {
        InsnList list = new InsnList();
        list.add(new VarInsnNode(ALOAD, state));
        list.add(new MethodInsnNode(INVOKEVIRTUAL, STATE, "done", "()V"));
        return list;
    }

    private void restoreOnException(LabelNode start) {
        LabelNode end = new LabelNode();
        InsnList list = new InsnList();
        list.add(end);
        if ((owner.version & 0xFFFF) >= V1_6) {
            FrameNode frame = new FrameNode(F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
            extend(frame);
            list.add(frame);
        }
        list.add(exit());
        list.add(new InsnNode(ATHROW));
        method.instructions.add(list);
        // The last one: the method's own handlers come first.
        method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
    }

    /** Adds the three variables to a frame, behind all of the method's. */
    private void extend(FrameNode frame) {
        List<Object> locals = new ArrayList<>(frame.local);
        int size = 0;
        for (Object local : locals) {
            size += local == LONG || local == DOUBLE ? 2 : 1;
        }
        for (; size < state; size++) {
            locals.add(TOP);
        }
        locals.add(STATE);
        locals.add(INTEGER);
        locals.add("java/lang/Object");
        frame.local = locals;
    }

    private static MethodInsnNode recorder(String name, String descriptor) {
        return new MethodInsnNode(INVOKESTATIC, STATE, name, descriptor);
    }

    private static AbstractInsnNode push(int value) {
        if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
            return new IntInsnNode(SIPUSH, value);
        }
        return new LdcInsnNode(value);
    }
}
