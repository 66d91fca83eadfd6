package deadheat.rewriter;

import java.util.IdentityHashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Reads a class, and remembers where in the class file the instructions are that make facts. */
final class OffsetReader extends ClassReader {
    final Map<AbstractInsnNode, Integer> offsets = new IdentityHashMap<>();
    private int offset;

    OffsetReader(byte[] bytes) {
        super(bytes);
    }

    ClassNode read() {
        ClassNode node = new ClassNode(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String desc, String sign, String[] thrown) {
                MethodNode method = new Body(access, name, desc, sign, thrown);
                methods.add(method);
                return method;
            }
        };
        accept(node, EXPAND_FRAMES);
        return node;
    }

    @Override
    protected void readBytecodeInstructionOffset(int bytecodeOffset) {
        offset = bytecodeOffset;
    }

    private final class Body extends MethodNode {
        Body(int access, String name, String descriptor, String signature, String[] exceptions) {
            super(Opcodes.ASM9, access, name, descriptor, signature, exceptions);
        }

        private void remember() {
            offsets.put(instructions.getLast(), offset);
        }

        @Override
        public void visitInsn(int opcode) {
            super.visitInsn(opcode);
            remember();
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            super.visitIntInsn(opcode, operand);
            remember();
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            super.visitTypeInsn(opcode, type);
            remember();
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            super.visitMultiANewArrayInsn(descriptor, dimensions);
            remember();
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            remember();
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
            remember();
        }
    }
}
