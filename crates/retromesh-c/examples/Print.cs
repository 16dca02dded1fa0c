// Prints what is in models, by P/Invoke:
//
//     mcs Print.cs && mono Print.exe model.b3d        (or `dotnet run` in a project of your own)
//
// The structures are those of retromesh.h, in its order: `abi.txt` next to it has their sizes. What is not needed is left out at the end of a
// structure only where the library gives a pointer to one, as with the scene.

using System;
using System.Runtime.InteropServices;
using System.Text;

static class Print
{
    [StructLayout(LayoutKind.Sequential)]
    struct Name
    {
        public IntPtr Data;
        public UIntPtr Length;

        public override string ToString()
        {
            var bytes = new byte[(int)Length];
            Marshal.Copy(Data, bytes, 0, bytes.Length);
            return Encoding.UTF8.GetString(bytes);
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    struct List
    {
        public IntPtr Data;
        public UIntPtr Count;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Numbers
    {
        public IntPtr Data;
        public UIntPtr Count, Stride;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Space
    {
        public uint Right, Up, Forward;
        public byte Clockwise, UvFromBottom;
        public float MetresPerUnit;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Clip
    {
        public Name Name;
        public uint Animation;
        public float First, Last, Seconds;
        public byte Looping;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Scene
    {
        public Name Format, Version;
        public Space Space;
        [MarshalAs(UnmanagedType.ByValArray, SizeConst = 4)] public float[] Ambient;
        public Numbers Roots;
        public List Nodes, Meshes, Skeletons, Materials, Textures, Images, Animations, Clips;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Error
    {
        public uint Kind;
        public ulong Offset;
        [MarshalAs(UnmanagedType.ByValArray, SizeConst = 512)] public byte[] Text;
    }

    [DllImport("retromesh")]
    static extern IntPtr retromesh_open(byte[] path, IntPtr options, UIntPtr count, out Error error);

    [DllImport("retromesh")]
    static extern void retromesh_free(IntPtr scene);

    static int Main(string[] paths)
    {
        var failed = 0;
        foreach (var path in paths)
        {
            Error error;
            var opened = retromesh_open(Encoding.UTF8.GetBytes(path + "\0"), IntPtr.Zero, UIntPtr.Zero, out error);
            if (opened == IntPtr.Zero)
            {
                var end = Array.IndexOf(error.Text, (byte)0);
                Console.WriteLine("{0}: {1}", path, Encoding.UTF8.GetString(error.Text, 0, end));
                failed++;
                continue;
            }
            var scene = (Scene)Marshal.PtrToStructure(opened, typeof(Scene));
            Console.WriteLine("{0}: {1} {2}", path, scene.Format, scene.Version);
            Console.WriteLine("  {0} nodes, {1} meshes", scene.Nodes.Count, scene.Meshes.Count);
            var size = Marshal.SizeOf(typeof(Clip));
            for (var i = 0; i < (int)scene.Clips.Count; i++)
            {
                var clip = (Clip)Marshal.PtrToStructure(scene.Clips.Data + i * size, typeof(Clip));
                Console.WriteLine("  clip {0}: {1} s", clip.Name, clip.Seconds);
            }
            retromesh_free(opened);
        }
        return failed > 0 ? 1 : 0;
    }
}
